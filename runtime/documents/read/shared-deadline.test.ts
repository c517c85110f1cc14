import { expect, onTestFinished, test } from 'vitest';
import { openDocumentsOn } from '../../../tests/support/documents.js';
import { recordedDriver } from '../../../tests/support/recorded-driver.js';
import { openTestDriver } from '../../../tests/support/test-database.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { Driver } from '../../storage/driver.js';
import type { ReadTime } from '../../storage/read-time.js';

const people: ServiceConfig = {
  collections: [
    {
      slug: 'people',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'friends', type: 'relationship', to: 'people', hasMany: true },
        { name: 'admirers', type: 'join', collection: 'people', on: 'friends' },
      ],
    },
  ],
};

/** The driver as if every statement had taken long before, and the times that its long reads use. */
function withLongReads(driver: Driver, times: (ReadTime | undefined)[]): Driver {
  const recorded = recordedDriver(driver, []);
  return {
    ...recorded,
    longReads: {
      ...driver.longReads,
      hasTakenLong: () => true,
      all(sql, parameters, read) {
        times.push(read.time);
        return driver.longReads.all(sql, parameters, read);
      },
    },
  };
}

test('the statements of a list have one deadline, and those of another list their own', async () => {
  const driver = await openTestDriver();
  onTestFinished(() => driver.close());
  const times: (ReadTime | undefined)[] = [];
  const docs = await openDocumentsOn(withLongReads(driver, times), people);
  const { id } = await docs.create('people', { name: 'Ada' });
  await docs.create('people', { name: 'Eve', friends: [id] });
  times.length = 0;
  const list = (): Promise<unknown> => docs.list('people', 'limit=1&depth=2&sort=name');
  await list();
  const first = times.splice(0);
  await docs.create('people', { name: 'Zoe' });
  times.length = 0;
  await list();
  // The page, the count, and the joins of two levels.
  expect([first.length, times.length]).toEqual([4, 4]);
  expect(first[0]).toBeDefined();
  expect(new Set(first).size).toBe(1);
  expect(new Set(times).size).toBe(1);
  expect(times[0]).not.toBe(first[0]);
});
