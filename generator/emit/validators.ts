import { documentPath } from '../../runtime/codegen/routes/document-routes.js';
import { inputFields } from '../ir/input-fields.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../ir/ir.js';
import {
  assignment,
  type Code,
  code,
  docComment,
  identifier,
  onlyTyped,
  type Printable,
  raw,
} from '../print/code.js';
import { importedNamespace, importedType } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';
import type { Mode } from './presence.js';
import { type ExportedValue, type FixedText, sdkModule } from './sdk/sdk-module.js';
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
 * `sdk/validators`: a zod schema for every operation with a body. It needs only zod, so it is a part of the
 * SDK that a frontend may use; `validators.ts` is the server's entry point to it.
 */
export function emitValidators(ir: Ir): readonly EmittedFile[] {
  const door = emittedFile(ir, 'validators.ts');
  door.print(raw("export * from './sdk/validators.js';"));
  const module = sdkModule(ir, 'sdk/validators');
  const print = (statement: Printable): void => {
    module.own(statement);
    module.blank();
  };
  const documents: readonly (IrCollection | IrGlobal)[] = [...ir.collections, ...ir.globals];
  const exported = documents.flatMap(({ names }) => Object.values(validatorNames(names)));
  const rules = createFieldRules(ir, { print, taken: new Set(['z', ...ruleNames(), ...exported]) });
  for (const document of documents) {
    for (const schema of schemasOf(document, rules)) {
      module.exported(schema);
      module.blank();
    }
  }
  if (documents.length === 0) module.both(raw('export {};'));
  else module.fixed({ uses: z, ...rulesOf(rules.used()) });
  return [door.emit(), ...module.emit()];
}

function rulesOf(used: ReadonlySet<string>): Omit<FixedText, 'uses'> {
  const heading = raw('// The rules that the schemas above are made of.');
  return {
    ts: [heading, ...ruleSources(used, 'ts').map(raw)],
    js: [heading, ...ruleSources(used, 'js').map(raw)],
    // Without an export of its own, a declaration file exports everything that it declares.
    declarations: [...ruleSources(used, 'types').map(raw), raw('export {};')],
  };
}

/** The schemas of a document: the first in full, the others by their differences. */
function schemasOf(document: IrCollection | IrGlobal, rules: FieldRules): readonly ExportedValue[] {
  const { names, descriptor } = document;
  const path = documentPath(descriptor);
  const hasInherited = hasInheritedName(descriptor.fields);
  // The bodies of users have different fields.
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
    const head = identifier(name[mode]);
    const value = (): Code => {
      if (hasInherited) return rules.call('own', [rules.objectOf(own)]);
      if (before === undefined || inFull) return rules.call('body', [shapeCode(own)]);
      const isPartial = mode === 'update';
      const different = differences(own, { others: fieldRules[index - 1] ?? [], isPartial });
      const changes = different.length > 0 ? [shapeCode(different)] : [];
      return rules.call(isPartial ? 'partial' : 'draft', [identifier(name[before]), ...changes]);
    };
    return {
      comment: docComment(comments[mode]),
      code: code`${assignment(code`export const ${head}${onlyTyped(code`: ${type}`)}`, value())};`,
      declaration: code`export declare const ${head}: ${type};`,
    };
  });
}

/**
 * Users have no drafts, and no draft schemas, unlike other collections, where drafts may be enabled again.
 */
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
