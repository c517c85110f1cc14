import type { EmittedFile, Ir } from '../ir/ir.js';
import { raw } from '../print/code.js';
import { emittedFile } from './emitted-file.js';

/** `types.ts`: types of documents and inputs, for hooks and server code. They are those of the SDK. */
export function emitTypes(ir: Ir): readonly EmittedFile[] {
  const file = emittedFile(ir, 'types.ts');
  file.print(raw("export type * from './sdk/types.js';"));
  return [file.emit()];
}
