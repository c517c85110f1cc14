import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { JsonValue } from '../../runtime/util/json.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../ir/ir.js';
import { array, type Code, code, docComment, identifier, json, object } from '../print/code.js';
import { importedType } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';

/** `descriptors.ts`: what the runtime knows of each collection and global, and the whole contract. */
export function emitDescriptors(ir: Ir): readonly EmittedFile[] {
  const file = emittedFile(ir, 'descriptors.ts');
  const documents: readonly (IrCollection | IrGlobal)[] = [...ir.collections, ...ir.globals];
  file.declare('contract', ...documents.map(({ names }) => names.constant));
  for (const { names, description, descriptor } of documents) {
    const type = descriptor.kind === 'collection' ? 'CollectionDescriptor' : 'GlobalDescriptor';
    file.print(
      code`${docComment(description)}export const ${identifier(names.constant)}: ${importedType(type, 'svc/runtime')} = ${properties({ ...descriptor }, { broken: true })};`,
    );
    file.blank();
  }
  const { collections, globals, ...rest } = ir.contract;
  file.print(
    code`/** The whole contract. A server refuses to start when its config no longer gives this hash. */`,
  );
  file.print(
    code`export const contract: ${importedType('ContractDescriptor', 'svc/runtime')} = ${object(
      [
        ...Object.entries(rest).map(([name, value]) => [name, json(value as JsonValue)] as const),
        ['collections', array(constants(ir.collections))],
        ['globals', array(constants(ir.globals))],
      ],
      { broken: true },
    )};`,
  );
  return [file.emit()];
}

function constants(documents: readonly (IrCollection | IrGlobal)[]): readonly Code[] {
  return documents.map(({ names }) => identifier(names.constant));
}

/** An object of a descriptor; lists of several objects (fields, blocks, indexes) have one entry per line. */
function properties(
  value: Readonly<Record<string, unknown>>,
  options: { readonly broken?: boolean } = {},
): Code {
  const entries = Object.entries(value).map(([name, item]) => [name, property(name, item)] as const);
  return object(entries, options);
}

function property(name: string, value: unknown): Code {
  if (name === 'fields') return objects(value as readonly FieldDescriptor[]);
  if (name === 'blocks' || name === 'indexes') return objects(value as readonly object[]);
  return json(value as JsonValue);
}

function objects(values: readonly object[]): Code {
  return array(
    values.map((value) => properties({ ...value })),
    { broken: values.length > 1 },
  );
}
