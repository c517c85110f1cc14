/** Parses `title,seo.title,author.name` to a tree of names. */
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { isReason, type Reason, reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import { isStructured } from '../../fields/structured.js';
import { nearTo } from '../../util/near-miss.js';
import type { SelectNode } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { documentFields, fieldsByName } from './fields-by-name.js';
import { remember } from './remember.js';

interface MutableNode {
  readonly fields: Map<string, MutableNode | null>;
}

export interface SelectContext {
  readonly scope: QueryScope;
  readonly depth: number;
  /** The parameter, for messages. Default `select`. */
  readonly path?: string;
}

/** Far more names than any document has. Limits the work on malicious lists. */
const maxNames = 1_000;

/**
 * Parses the names of `select`.
 *
 * @throws ServiceError BAD_USER_INPUT, with the parameter.
 */
export function parseSelect(
  document: DocumentDescriptor,
  names: readonly string[],
  { scope, depth, path = 'select' }: SelectContext,
): SelectNode {
  if (names.length > maxNames) throw inputIssue(path, reason('select.tooManyNames', { max: maxNames }));
  const root: MutableNode = { fields: new Map() };
  for (const name of names) {
    if (name === '') throw inputIssue(path, reason('path.emptyName'));
    const issue = mark(root, { segments: name.split('.', 64), at: 0, levels: depth, scope }, [
      tableOf(document),
    ]);
    if (issue !== null) throw inputIssue(path, reason('select.invalidName', { name: echo(name), issue }));
  }
  return root;
}

interface Walk {
  readonly scope: QueryScope;
  readonly segments: readonly string[];
  readonly at: number;
  /** Number of levels of relations that are populated from here on. */
  readonly levels: number;
}

type FieldTable = ReadonlyMap<string, FieldDescriptor | null>;

const documentTables = new WeakMap<DocumentDescriptor, FieldTable>();

/** Names that can be selected in a document; names without a descriptor are built in. */
function tableOf(document: DocumentDescriptor): FieldTable {
  return remember(documentTables, document, () => {
    return new Map<string, FieldDescriptor | null>([...documentFields(document), ['_revision', null]]);
  });
}

/**
 * Adds the rest of a path below a node. It must exist in at least one of the tables (there are several if a
 * relation has several targets or rows have several blocks). Returns what is wrong, or null.
 */
function mark(node: MutableNode, walk: Walk, tables: readonly FieldTable[]): Reason | null {
  const name = walk.segments[walk.at] ?? '';
  const having = tables.filter((table) => table.has(name));
  if (having.length === 0) {
    return reason(
      'path.unknownField',
      nearTo(
        name,
        tables.flatMap((table) => [...table.keys()]),
      ),
    );
  }
  if (walk.at === walk.segments.length - 1) {
    node.fields.set(name, null);
    return null;
  }
  const below = having.flatMap((table) => inside(table.get(name) ?? null, walk));
  const inner = below.filter((part): part is Inside => !isReason(part));
  if (inner.length === 0) return below.find(isReason) ?? reason('select.nothingInside', { name });
  const known = node.fields.get(name);
  // The whole field is selected already; the rest is still checked.
  const child: MutableNode = known ?? { fields: new Map() };
  if (known === undefined) node.fields.set(name, child);
  const levels = inner[0]?.levels ?? 0;
  return mark(
    child,
    { ...walk, at: walk.at + 1, levels },
    inner.flatMap(({ tables: found }) => found),
  );
}

interface Inside {
  readonly levels: number;
  readonly tables: readonly FieldTable[];
}

function inside(field: FieldDescriptor | null, walk: Walk): readonly (Inside | Reason)[] {
  const { levels, scope } = walk;
  if (field === null || !isStructured(field)) {
    return [reason('select.nothingInside', { name: field?.name ?? walk.segments[walk.at] ?? '' })];
  }
  switch (field.type) {
    case 'group':
      return [{ levels, tables: [fieldsByName(field.fields)] }];
    case 'array':
      return [{ levels, tables: [new Map([['id', null], ...fieldsByName(field.fields)])] }];
    case 'blocks':
      return [{ levels, tables: field.blocks.map(blockTable) }];
    case 'relationship':
    case 'upload':
      return populated(field.name, { targets: field.to, levels, scope });
    case 'join':
      return populated(field.name, { targets: [field.collection], levels, scope });
  }
}

function blockTable({ fields }: { readonly fields: readonly FieldDescriptor[] }): FieldTable {
  return new Map<string, FieldDescriptor | null>([
    ['id', null],
    ['blockType', null],
    ...fieldsByName(fields),
  ]);
}

function populated(
  name: string,
  {
    targets,
    levels,
    scope,
  }: { readonly targets: readonly string[]; readonly levels: number; readonly scope: QueryScope },
): readonly (Inside | Reason)[] {
  if (levels === 0) return [reason('select.notPopulated', { name })];
  const collections = targets.flatMap((slug) => scope.collections.get(slug) ?? []);
  return [{ levels: levels - 1, tables: collections.map(tableOf) }];
}
