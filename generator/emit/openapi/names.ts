import type { Ir, IrField } from '../../ir/ir.js';
import { blocksIn } from './walk.js';

/** The schemas that belong to a document or block type, by role. */
const roles = [
  /** Relations are documents. */
  'Populated',
  /** Reduced by `select`; only where documents with drafts lead to it. */
  'Selected',
  /** With drafts: what is required may be empty. */
  'Merged',
  /** A block with drafts and populated relations. */
  'MergedPopulated',
  /** As a read returns it at any depth: with drafts, any of the forms above. */
  'Result',
  'Create',
  'Update',
  /** The body of a draft; a block in one. */
  'Draft',
  /** The body of a creation as a draft. */
  'CreateDraft',
  'Version',
  'VersionPage',
  'UsagePage',
  /** A block in a request body. */
  'Input',
  'Page',
  'CursorPage',
  'UploadBegin',
  'Query',
  'Aggregate',
  'Bulk',
  'BulkOperation',
  'Trashed',
  'TrashedPage',
  'Where',
  'Sort',
  'Path',
] as const;

export type Role = (typeof roles)[number];

export interface ComponentNames {
  /** Name of the schema that a type has in a role: `PostPage`. */
  of(type: string, role: Role): string;
  /** Name of a schema that belongs to no type: `BadUserInputError`. */
  shared(name: string): string;
}

/**
 * Names for all schemas. A type keeps its own name, so that the document uses the same `Post` as types and
 * SDK; the other names change in a conflict, also if only their case differs, since generators make files of
 * them.
 */
export function nameComponents(ir: Ir): ComponentNames {
  const types = [...new Set([...documentTypes(ir), ...blockTypes(ir)])];
  const taken = new Set(types.map((type) => type.toLowerCase()));
  const take = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}${number}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const byRole = new Map(
    types.flatMap((type) => roles.map((role) => [`${type} ${role}`, take(type + role)])),
  );
  const shared = new Map<string, string>();
  return {
    of(type, role) {
      const name = byRole.get(`${type} ${role}`);
      if (name === undefined) throw new Error(`The type "${type}" is not in the IR.`);
      return name;
    },
    shared(name) {
      const known = shared.get(name) ?? take(name);
      shared.set(name, known);
      return known;
    },
  };
}

function documentTypes(ir: Ir): readonly string[] {
  return [...ir.collections, ...ir.globals].map((document) => document.names.type);
}

function blockTypes(ir: Ir): readonly string[] {
  const fields: readonly IrField[] = [...ir.collections, ...ir.globals].flatMap(
    (document) => document.fields,
  );
  return blocksIn(fields).map((block) => block.typeName);
}
