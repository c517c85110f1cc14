/**
 * Filters and sorts must not reveal values that a requester may not read:
 * docs/spec/contract.md#hidden-fields.
 */
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { isStructured } from '../../fields/structured.js';
import type { QueryScope } from '../scope.js';
import { documentFields, fieldsByName } from './fields-by-name.js';

/**
 * Fields of all collections and globals that a requester may not read, including those inside a hidden field.
 */
export type HiddenFields = ReadonlySet<FieldDescriptor>;

export const nothingHidden: HiddenFields = new Set();

/** A path in a request. */
export interface NamedPath {
  readonly document: DocumentDescriptor;
  /** A dotted path that exists. */
  readonly path: string;
  /** Position in the request. */
  readonly place: string;
}
/** What a requester may not read, and where paths lead. */
export interface HiddenIn {
  readonly hidden: HiddenFields;
  readonly scope: QueryScope;
}

/** @throws ServiceError FORBIDDEN if a field on the path is hidden. */
export function refuseHidden(named: NamedPath, { hidden, scope }: HiddenIn): void {
  const { document, path, place } = named;
  if (!namesHidden({ document, path }, { hidden, scope })) return;
  const why = reason('access.hiddenField', { path: echo(path) });
  throw new ServiceError('FORBIDDEN', why, { details: [issueAt(echo(place, 400), why)] });
}

/**
 * Whether a field on the path is hidden in any of the collections and blocks that the path may lead through.
 * One is enough: a condition that fits several of them is a single condition.
 */
export function namesHidden(
  { document, path }: Omit<NamedPath, 'place'>,
  { hidden, scope }: HiddenIn,
): boolean {
  if (hidden.size === 0) return false;
  return isHiddenIn({ tables: [documentFields(document)], names: path.split('.') }, { hidden, scope });
}

type FieldTable = ReadonlyMap<string, FieldDescriptor>;

function isHiddenIn(
  { tables, names }: { readonly tables: readonly FieldTable[]; readonly names: readonly string[] },
  { hidden, scope }: HiddenIn,
): boolean {
  const [name = '', ...rest] = names;
  const fields = tables.flatMap((table) => table.get(name) ?? []);
  if (fields.some((field) => hidden.has(field))) return true;
  if (rest.length === 0) return false;
  return fields.some((field) => {
    const inside = tablesInside(field, scope);
    if (isHiddenIn({ tables: inside, names: rest }, { hidden, scope })) return true;
    // `content.hero.title`: the slug of a block is part of the path.
    const block = field.type === 'blocks' ? field.blocks.find(({ slug }) => slug === rest[0]) : undefined;
    return (
      block !== undefined &&
      isHiddenIn({ tables: [fieldsByName(block.fields)], names: rest.slice(1) }, { hidden, scope })
    );
  });
}

function tablesInside(field: FieldDescriptor, scope: QueryScope): readonly FieldTable[] {
  if (!isStructured(field)) return [];
  switch (field.type) {
    case 'group':
    case 'array':
      return [fieldsByName(field.fields)];
    case 'blocks':
      return field.blocks.map(({ fields }) => fieldsByName(fields));
    case 'relationship':
    case 'upload':
      return field.to.flatMap((slug) => {
        const collection = scope.collections.get(slug);
        return collection === undefined ? [] : [documentFields(collection)];
      });
    case 'join':
      return [];
  }
}
