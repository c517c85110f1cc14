import type { EmittedFile, Ir } from '../ir/ir.js';
import { code, raw } from '../print/code.js';
import { importedType } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';
import { clientContract, documentParts } from './sdk/client-file.js';
import { coreType, coreValue } from './sdk/core-names.js';

/** Whether there is anything that `local` could reach. */
export function hasLocal({ collections, globals }: Pick<Ir, 'collections' | 'globals'>): boolean {
  return collections.length + globals.length > 0;
}

/** `local.ts`: the client behind `local`, which the server loads when it is first used. */
export function emitLocal(ir: Ir): readonly EmittedFile[] {
  if (!hasLocal(ir)) return [];
  const file = emittedFile(ir, 'local.ts');
  file.declare('localClient', 'contract', 'irregular', 'partsOf');
  const { before, contract } = clientContract(ir);
  if (before !== null) {
    file.print(before);
    file.blank();
  }
  file.print(code`const contract: ${coreType('ClientContract')} = ${contract};`);
  file.blank();
  const parts = documentParts(ir, raw("{ baseUrl: '', isLocal: true }"));
  if (parts !== null) {
    file.print(code`const partsOf = ${parts};`);
    file.blank();
  }
  file.print(
    code`/** The methods of the client for documents in process: \`local\` in functions of the config. */
export const localClient: ${importedType('LocalClient', 'svc/runtime')} = {
  connect: (send) => ${coreValue('connect')}(contract, { baseUrl: '' }, send${raw(parts === null ? '' : ', partsOf(send)')}),
  SvcError: ${coreValue('SvcError')},
};`,
  );
  return [file.emit()];
}
