/** The paths into documents: what `where`, `sort` and `select` accept. */

import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isSortable } from '../../../runtime/codegen/operators.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import { isStored } from '../../../runtime/fields/writable.js';
import { choiceFilter } from '../../fields/families/filters.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrField } from '../../ir/ir.js';
import { type Code, code, string } from '../../print/code.js';
import { layout } from '../../print/doc.js';
import { coreType } from './core-names.js';

/** A field or part of a field that a path leads to. */
export interface PathEntry {
  readonly path: string;
  /** What `where` accepts for it; null for a group and a join. */
  readonly filter: Code | null;
  /** Target collections of a relation or join, in which a path may continue. */
  readonly targets: readonly string[];
  /** No filter leads through it: a join, or a virtual relation. */
  readonly isJoin: boolean;
  readonly isSortable: boolean;
}

/**
 * Every path into documents with these fields, in the order of the fields; the same path of several blocks
 * once.
 */
export function pathsOf(fields: readonly IrField[]): readonly PathEntry[] {
  const merged = new Map<string, PathEntry>();
  for (const entry of entriesOf(fields, '')) {
    const before = merged.get(entry.path);
    merged.set(entry.path, before ? together(before, entry) : entry);
  }
  return [...merged.values()];
}

function entriesOf(fields: readonly IrField[], prefix: string): readonly PathEntry[] {
  return fields.flatMap((field) => {
    const { descriptor } = field;
    const path = `${prefix}${descriptor.name}`;
    return [entryOf(path, descriptor), ...insideOf(field, `${path}.`)];
  });
}

function insideOf({ descriptor, fields, blocks }: IrField, prefix: string): readonly PathEntry[] {
  const inside = [fields, ...blocks.map((block) => block.fields)].flatMap((own) => entriesOf(own, prefix));
  return [...rowEntries(descriptor, prefix), ...inside];
}

/** The paths that every row has. */
function rowEntries(descriptor: FieldDescriptor, prefix: string): readonly PathEntry[] {
  if (descriptor.type !== 'array' && descriptor.type !== 'blocks') return [];
  const id = textEntry(`${prefix}id`);
  if (descriptor.type === 'array') return [id];
  const filter = choiceFilter(descriptor.blocks.map(({ slug }) => string(slug)));
  return [{ ...textEntry(`${prefix}blockType`), filter }, id];
}

function entryOf(path: string, descriptor: FieldDescriptor): PathEntry {
  return {
    path,
    filter: descriptor.unqueried === true ? null : (fieldTypeOf(descriptor).filter?.type(descriptor) ?? null),
    targets: targetsOf(descriptor),
    isJoin: descriptor.type === 'join' || (isRelation(descriptor) && !isStored(descriptor)),
    isSortable: isSortable(descriptor),
  };
}

function textEntry(path: string): PathEntry {
  return { path, filter: code`${coreType('TextFilter')}`, targets: [], isJoin: false, isSortable: false };
}

/** A path into several blocks: a filter must fit each of them. */
function together(one: PathEntry, other: PathEntry): PathEntry {
  return {
    ...one,
    filter: bothFilters(one.filter, other.filter),
    targets: [...new Set([...one.targets, ...other.targets])],
  };
}

function bothFilters(one: Code | null, other: Code | null): Code | null {
  if (one === null || other === null) return one ?? other;
  return textOf(one) === textOf(other) ? one : code`${one} & ${other}`;
}

function textOf(piece: Code): string {
  return layout(piece, { nameOf: ({ name }) => name });
}

function targetsOf(descriptor: FieldDescriptor): readonly string[] {
  if (isRelation(descriptor)) return descriptor.to;
  return descriptor.type === 'join' ? [descriptor.collection] : [];
}
