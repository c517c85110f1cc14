import type { EmittedFile, Ir } from '../ir/ir.js';
import { clientFiles } from './sdk/client-file.js';
import { coreFiles } from './sdk/core-files.js';
import { mocksFiles } from './sdk/mocks-file.js';
import { packageFiles } from './sdk/package-file.js';
import { previewFiles } from './sdk/preview-file.js';
import { queryFiles } from './sdk/query-file.js';
import { serverFiles } from './sdk/server-file.js';
import { typesFiles } from './sdk/types-file.js';

/**
 * `sdk/`: a client without dependencies outside this folder. The validators next to it are emitted with those
 * of the server.
 */
export function emitSdk(ir: Ir): readonly EmittedFile[] {
  return [
    ...clientFiles(ir),
    ...serverFiles(ir),
    ...queryFiles(ir),
    ...mocksFiles(ir),
    ...previewFiles(ir),
    ...typesFiles(ir),
    ...coreFiles(ir),
    ...packageFiles(ir),
  ];
}
