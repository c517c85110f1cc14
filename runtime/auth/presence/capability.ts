import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { systemColumns } from '../../storage/schema/system-tables.js';
import type { AuthServices } from '../auth-services.js';
import { purgePresence } from './presence.js';

/** Who has which document open in the dashboard (docs/spec/content-tools.md#together). */
export const presence: Capability<Pick<AuthServices, 'driver' | 'clock'>> = {
  name: 'presence',
  isUsedBy: hasAuthentication,
  tables: [
    {
      name: '_svc_presence',
      columns: [
        ...systemColumns('text', { required: ['kind', 'slug', 'document', 'userId'] }),
        ...systemColumns('integer', { required: ['since', 'seenAt', 'editing'] }),
      ],
      primaryKey: ['kind', 'slug', 'document', 'userId'],
      indexes: [{ name: '_svc_presence_seen', columns: ['seenAt'] }],
    },
  ],
  purge: ({ driver, clock }) => purgePresence(driver, clock()),
};
