import type { EmittedFile, Ir } from '../ir/ir.js';
import { clientFile } from './sdk/client-file.js';
import { coreFiles } from './sdk/core-files.js';
import { typesFile } from './sdk/types-file.js';

/** `sdk/`: a client that needs nothing but this folder. The validators beside it are emitted with those of the server. */
export function emitSdk(ir: Ir): readonly EmittedFile[] {
  return [clientFile(ir), typesFile(ir), ...coreFiles(ir)];
}
