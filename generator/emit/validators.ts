import { inputFields } from '../ir/input-fields.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../ir/ir.js';
import { assignment, type Code, code, docComment, identifier, type Printable, raw } from '../print/code.js';
import { importedNamespace, importedType } from '../print/imported-name.js';
import type { OutputFile } from '../print/output-file.js';
import { emittedFile } from './emitted-file.js';
import type { Mode } from './presence.js';
import {
  createFieldRules,
  differences,
  type FieldRules,
  hasInheritedName,
  shapeCode,
} from './validator-fields.js';
import { validatorNames } from './validator-names.js';
import { ruleNames, ruleSources } from './validator-rules.js';

const z = importedNamespace('z', 'zod');

/**
 * `sdk/validators.ts`: a zod schema for every operation that takes a body. It needs nothing but zod, so it is a part of the SDK
 * that a frontend may use; `validators.ts` is the server's door to it.
 */
export function emitValidators(ir: Ir): readonly EmittedFile[] {
  const door = emittedFile(ir, 'validators.ts');
  door.print(raw("export * from './sdk/validators.js';"));
  const file = emittedFile(ir, 'sdk/validators.ts');
  const print = (statement: Printable): void => {
    file.print(statement);
    file.blank();
  };
  const documents: readonly (IrCollection | IrGlobal)[] = [...ir.collections, ...ir.globals];
  const exported = documents.flatMap(({ names }) => Object.values(validatorNames(names)));
  const rules = createFieldRules(ir, { print, taken: new Set(['z', ...ruleNames(), ...exported]) });
  for (const document of documents) {
    for (const schema of schemasOf(document, rules)) print(schema);
  }
  if (documents.length === 0) print(raw('export {};'));
  else printRules(file, rules.used());
  return [door.emit(), file.emit()];
}

function printRules(file: OutputFile, used: ReadonlySet<string>): void {
  file.uses(z);
  file.print(raw('// The rules that the schemas above are made of.'));
  for (const source of ruleSources(used)) {
    file.blank();
    file.print(raw(source));
  }
}

/** The schemas of a document: the first in full, each other by what it does otherwise. */
function schemasOf(document: IrCollection | IrGlobal, rules: FieldRules): readonly Code[] {
  const { names, descriptor } = document;
  const path =
    descriptor.kind === 'collection' ? `/api/${descriptor.slug}` : `/api/globals/${descriptor.slug}`;
  const hasInherited = hasInheritedName(descriptor.fields);
  // The bodies of users have not the same fields.
  const inFull = hasInherited || isUsers(document);
  const name = validatorNames(names);
  const modes = modesOf(document);
  const comments: Readonly<Record<Mode, string>> = {
    create: `The body of \`POST ${path}\`.`,
    update: `The body of \`PATCH ${path}${descriptor.kind === 'collection' ? '/:id' : ''}\`: what is absent stays.`,
    draft: 'The body of a draft: of the right types, with nothing required.',
  };
  const fieldRules = modes.map((mode) =>
    rules.fields(inputFields(document, mode === 'create' ? mode : 'update'), mode),
  );
  return modes.map((mode, index) => {
    const own = fieldRules[index] ?? [];
    const before = modes[index - 1];
    const data = dataType(names.type, mode, rules);
    const type = hasInherited ? code`${z}.ZodType<${data}, ${data}>` : rules.type('Schema', data);
    const head = code`export const ${identifier(name[mode])}: ${type}`;
    const value = (): Code => {
      if (hasInherited) return rules.call('own', [rules.objectOf(own)]);
      if (before === undefined || inFull) return rules.call('body', [shapeCode(own)]);
      const isPartial = mode === 'update';
      const different = differences(own, { others: fieldRules[index - 1] ?? [], isPartial });
      const changes = different.length > 0 ? [shapeCode(different)] : [];
      return rules.call(isPartial ? 'partial' : 'draft', [identifier(name[before]), ...changes]);
    };
    return code`${docComment(comments[mode])}${assignment(head, value())};`;
  });
}

/** Users have no drafts, and none of what stands for them where other collections may have them switched on again. */
function modesOf(document: IrCollection | IrGlobal): readonly Mode[] {
  if (isUsers(document)) return ['create', 'update'];
  return document.descriptor.kind === 'collection' ? ['create', 'update', 'draft'] : ['update', 'draft'];
}

function isUsers({ descriptor }: IrCollection | IrGlobal): boolean {
  return descriptor.kind === 'collection' && descriptor.builtIn === 'users';
}

/** `PostCreate`, `PostUpdate`, `DraftOf<PostUpdate>`. */
function dataType(type: string, mode: Mode, rules: FieldRules): Code {
  if (mode === 'draft') return rules.type('DraftOf', dataType(type, 'update', rules));
  return code`${importedType(type + (mode === 'create' ? 'Create' : 'Update'), './sdk/types.ts')}`;
}
