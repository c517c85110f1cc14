import type { Capability } from '../../storage/capability.js';
import type { Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { forgetSlowReads, slowReadTables } from './slow-read-table.js';
import type { SlowReads } from './slow-reads.js';
import type { SlowReadStore } from './store-slow-reads.js';

/** What it needs of a service that is opened. */
interface Opened {
  readonly driver: Driver;
  readonly operations: { readonly clock: Clock; readonly slowReads: SlowReads | null };
  readonly logError: (fields: object, message: string) => void;
}

/** Which reads were slow, for `svc doctor --queries`. */
export const slowReads: Capability<unknown, (opened: Opened) => { readonly work?: SlowReadStore }> = {
  name: 'slow reads',
  isUsedBy: () => true,
  tables: slowReadTables,
  changeSlug: (connection, { from }) => forgetSlowReads(connection, from),
  async load() {
    const { createSlowReadStore } = await import('./store-slow-reads.js');
    return ({ driver, operations: { clock, slowReads: noted }, logError }) =>
      noted === null ? {} : { work: createSlowReadStore({ driver, slowReads: noted, clock, logError }) };
  },
};
