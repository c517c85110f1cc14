import type { OpenPart } from '../http/api.js';
import type { Capability } from '../storage/capability.js';
import {
  fileTables,
  namedSizesTables,
  regenerationTables,
  sizeTables,
  uploadTables,
  versionFilesTable,
} from './records/tables.js';

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
