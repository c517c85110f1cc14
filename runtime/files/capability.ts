import type { OpenPart } from '../http/api.js';
import type { Capability } from '../storage/capability.js';
import { fileTables } from './records/file-table.js';
import { regenerationTables } from './records/regeneration-table.js';
import { namedSizesTables } from './records/renew-addresses.js';
import { sizeTables } from './records/size-table.js';
import { versionFilesTable } from './records/version-files.js';
import { uploadTables } from './resumable/upload-table.js';

/** Files of documents: their records, their bytes, and the removal of those that nothing names. */
export const files: Capability<unknown, OpenPart> = {
  name: 'files',
  isUsedBy: ({ collections }) => collections.some(({ upload }) => upload !== undefined),
  tables: [
    ...fileTables,
    versionFilesTable,
    ...sizeTables,
    ...namedSizesTables,
    ...regenerationTables,
    ...uploadTables,
  ],
  load: async () => (await import('./open-files.js')).openFiles,
};
