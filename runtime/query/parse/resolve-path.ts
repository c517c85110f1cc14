/** Resolves a dotted path of a filter to the position of a value: through groups, rows and relations. */
import type {
  ArrayField,
  BlocksField,
  CollectionDescriptor,
  DocumentDescriptor,
  FieldDescriptor,
  RelationshipField,
  SelectField,
  TextField,
} from '../../codegen/descriptors.js';
import type { FieldPlace } from '../../errors/reasons/english.js';
import { isReason, type Reason, reason } from '../../errors/reasons/reason.js';
import { echo } from '../../fields/input-issue.js';
import { isStructured } from '../../fields/structured.js';
import { nearTo } from '../../util/near-miss.js';
import type { Target } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { documentFields, fieldsByName } from './fields-by-name.js';
import { remember } from './remember.js';

/**
 * The path to a value. A relation or a list of rows has branches if the field differs between collections or
 * blocks.
 */
export type PathNode = ValuePath | RelatedPath | RowsPath;

export interface ValuePath {
  readonly kind: 'value';
  readonly target: Target;
}

export interface RelatedPath {
  readonly kind: 'related';
  readonly target: Target & { readonly field: RelationshipField };
  readonly branches: readonly { readonly collection: CollectionDescriptor; readonly next: PathNode | null }[];
}

export interface RowsPath {
  readonly kind: 'rows';
  readonly target: Target & { readonly field: ArrayField | BlocksField };
  readonly branches: readonly { readonly blocks: readonly string[] | null; readonly next: PathNode | null }[];
}

interface Walk {
  readonly scope: QueryScope;
  readonly segments: readonly string[];
  /** Index of the current segment. */
  readonly at: number;
  readonly relations: number;
}

/** docs/spec/contract.md#conditions: paths reach "up to 3 relations deep". */
const maxRelations = 3;
/** No schema nests deeper. Limits the work on malicious paths. */
const maxSegments = 64;
/** There are few valid paths. A client that uses more than this pays for resolving them again. */
const rememberedPaths = 1_000;

const rememberedByScope = new WeakMap<QueryScope, WeakMap<DocumentDescriptor, Map<string, PathNode>>>();

/** Resolves a path. Returns what is wrong if it is not valid. */
export function resolvePath(
  collection: DocumentDescriptor,
  path: string,
  scope: QueryScope,
): PathNode | Reason {
  const remembered = pathsOf(collection, scope);
  const known = remembered.get(path);
  if (known !== undefined) return known;
  const segments = path.split('.', maxSegments + 1);
  if (segments.length > maxSegments) return reason('path.tooLong', { max: maxSegments });
  const node = inDocument(collection, { scope, segments, at: 0, relations: 0 });
  if (isReason(node)) return node;
  if (remembered.size >= rememberedPaths) remembered.clear();
  remembered.set(path, node);
  return node;
}

function pathsOf(collection: DocumentDescriptor, scope: QueryScope): Map<string, PathNode> {
  const byCollection = remember(
    rememberedByScope,
    scope,
    () => new WeakMap<DocumentDescriptor, Map<string, PathNode>>(),
  );
  return remember(byCollection, collection, () => new Map<string, PathNode>());
}

function inDocument(collection: DocumentDescriptor, walk: Walk): PathNode | Reason {
  const name = nameAt(walk);
  const fields = documentFields(collection);
  const field = fields.get(name);
  if (field === undefined)
    return unknownField({ name, in: 'collection', of: collection.slug }, fields.keys(), walk);
  return behind(targetOf(field, null), walk);
}

/** Continues after a field that has been found. */
function behind(target: Target, walk: Walk): PathNode | Reason {
  const { field } = target;
  const isLast = walk.at === walk.segments.length - 1;
  if (field.type === 'group') return inGroup({ target, fields: field.fields, isLast }, walk);
  if (field.type === 'join') return reason('path.isJoin', { name: field.name });
  if (field.virtual === true) return reason('path.isVirtual', { name: field.name });
  if (field.unqueried === true) return reason('path.isUnqueried', { name: field.name });
  if (isLast) return { kind: 'value', target };
  if (!isStructured(field)) {
    return reason('path.nothingInside', { name: field.name, type: field.type });
  }
  const next = { ...walk, at: walk.at + 1 };
  switch (field.type) {
    case 'relationship':
    case 'upload':
      return throughRelation({ ...target, field }, { ...next, relations: walk.relations + 1 });
    case 'array':
      return intoRows({ ...target, field }, next);
    case 'blocks':
      return intoBlocks({ ...target, field }, next);
  }
}

function inGroup(
  {
    target,
    fields,
    isLast,
  }: { readonly target: Target; readonly fields: readonly FieldDescriptor[]; readonly isLast: boolean },
  walk: Walk,
): PathNode | Reason {
  const table = fieldsByName(fields);
  const group = target.field.name;
  if (isLast) return reason('path.isGroup', { name: group, fields: [...table.keys()].slice(0, 5) });
  const next = { ...walk, at: walk.at + 1 };
  const name = nameAt(next);
  const field = table.get(name);
  if (field === undefined) return unknownField({ name, in: 'group', of: group }, table.keys(), next);
  return behind(targetOf(field, below(target.keys, name)), next);
}

function throughRelation(
  target: Target & { readonly field: RelationshipField },
  walk: Walk,
): PathNode | Reason {
  if (walk.relations > maxRelations) return reason('path.tooManyRelations', { max: maxRelations });
  const collections = target.field.to.flatMap((slug) => walk.scope.collections.get(slug) ?? []);
  const found = collections.map((collection) => ({ collection, next: inDocument(collection, walk) }));
  const branches = found.map(({ collection, next }) => ({
    collection,
    next: isReason(next) ? null : next,
  }));
  if (branches.every(({ next }) => next === null)) {
    return found.map(({ next }) => next).find(isReason) ?? reason('path.leadsNowhere');
  }
  return { kind: 'related', target, branches };
}

function intoRows(target: Target & { readonly field: ArrayField }, walk: Walk): PathNode | Reason {
  const next = inRow(target.field.fields, [], walk);
  return isReason(next) ? next : { kind: 'rows', target, branches: [{ blocks: null, next }] };
}

/**
 * A name after a `blocks` field is a field, searched in every block, or `blockType`. Otherwise it is the slug
 * of a block, so that `content.hero.title` concerns only those blocks.
 */
function intoBlocks(target: Target & { readonly field: BlocksField }, walk: Walk): PathNode | Reason {
  const { blocks } = target.field;
  const name = nameAt(walk);
  if (name === 'blockType' || name === 'id') {
    const next = inRow(
      [],
      blocks.map(({ slug }) => slug),
      walk,
    );
    return isReason(next) ? next : { kind: 'rows', target, branches: [{ blocks: null, next }] };
  }
  const having = blocks.filter(({ fields }) => fieldsByName(fields).has(name));
  const named = having.length === 0 ? blocks.find(({ slug }) => slug === name) : undefined;
  if (named !== undefined) {
    if (walk.at === walk.segments.length - 1) return reason('path.isBlock', { name });
    const next = inRow(named.fields, [], { ...walk, at: walk.at + 1 });
    if (isReason(next)) return next;
    return {
      kind: 'rows',
      target,
      branches: [{ blocks: [named.slug], next }, ...others(target.field, [named.slug])],
    };
  }
  if (having.length === 0) {
    const known = blocks.flatMap(({ slug, fields }) => [...fieldsByName(fields).keys(), slug]);
    return unknownField({ name, in: 'blocks', of: target.field.name }, ['blockType', ...known], walk);
  }
  return intoEveryBlock(target, having, walk);
}

function intoEveryBlock(
  target: Target & { readonly field: BlocksField },
  having: BlocksField['blocks'],
  walk: Walk,
): PathNode | Reason {
  const found = having.map(({ slug, fields }) => ({ slug, next: inRow(fields, [], walk) }));
  const branches = found.flatMap(({ slug, next }) => (isReason(next) ? [] : [{ blocks: [slug], next }]));
  const [first] = branches;
  if (first === undefined) return found.map(({ next }) => next).find(isReason) ?? reason('path.leadsNowhere');
  // Blocks without the field have no value under its name, so if the field is the same everywhere, one test
  // serves all rows.
  if (branches.length === having.length && branches.every(({ next }) => isSameValue(next, first.next))) {
    return { kind: 'rows', target, branches: [{ blocks: null, next: first.next }] };
  }
  return {
    kind: 'rows',
    target,
    branches: [
      ...branches,
      ...others(
        target.field,
        branches.flatMap(({ blocks }) => blocks),
      ),
    ],
  };
}

function others(field: BlocksField, named: readonly string[]): RowsPath['branches'] {
  const rest = field.blocks.map(({ slug }) => slug).filter((slug) => !named.includes(slug));
  return rest.length === 0 ? [] : [{ blocks: rest, next: null }];
}

function isSameValue(one: PathNode, other: PathNode): boolean {
  return one.kind === 'value' && other.kind === 'value' && valueKind(one.target) === valueKind(other.target);
}

/** Everything that tests and operands depend on. */
function valueKind({ field, keys }: Target): string {
  const { type, hasMany, time, polymorphic, to } = field as Partial<RelationshipField> & {
    readonly time?: true;
  };
  return JSON.stringify([type, hasMany, time, polymorphic, to, keys]);
}

/** Searches a name in a row: among its fields, its `id`, and its `blockType` if it is a block. */
function inRow(fields: readonly FieldDescriptor[], blocks: readonly string[], walk: Walk): PathNode | Reason {
  const name = nameAt(walk);
  const table = fieldsByName(fields);
  const field =
    table.get(name) ?? (name === 'id' ? rowId : name === 'blockType' ? blockType(blocks) : undefined);
  if (field === undefined || (name === 'blockType' && blocks.length === 0)) {
    return unknownField({ name, in: 'rows' }, table.keys(), walk);
  }
  return behind(targetOf(field, [name]), walk);
}

const rowId: TextField = { type: 'text', name: 'id', path: 'id' };

function blockType(options: readonly string[]): SelectField {
  return { type: 'select', name: 'blockType', path: 'blockType', options };
}

let targets = 0;

function targetOf(field: FieldDescriptor, keys: readonly string[] | null): Target {
  targets += 1;
  return { id: targets, field, keys };
}

function below(keys: readonly string[] | null, name: string): readonly string[] | null {
  return keys === null ? null : [...keys, name];
}

function nameAt(walk: Walk): string {
  return walk.segments[walk.at] ?? '';
}

function unknownField(place: FieldPlace, known: Iterable<string>, walk: Walk): Reason {
  const { name } = place;
  const isWhole = walk.segments.length === 1;
  const field = isWhole ? {} : { field: { ...place, name: echo(name) } };
  return reason('path.unknownField', { ...field, ...nearTo(name, known) });
}
