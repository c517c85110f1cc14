/** How the JSON of a document, or of rows in one of its columns, changes with its fields. */
import type { FieldSchema } from '../../schema/storage-schema.js';
import { type FieldChange, newFallback } from './field-changes.js';
import { rowContainer } from './field-paths.js';
import type { ListChange, MigrationDialect, ObjectChange } from './migration-dialect.js';
import { namesRenamed, type RenamedCollections } from './renamed-collections.js';

export interface RowScope {
  readonly changes: readonly FieldChange[];
  readonly before: readonly FieldSchema[];
  readonly after: readonly FieldSchema[];
  readonly dialect: MigrationDialect;
  readonly renamed: RenamedCollections;
}

type Writable<List> = List extends readonly (infer Item)[] ? Item[] : never;

interface GrowingChange {
  readonly moves: Writable<ObjectChange['moves']>;
  readonly removes: Writable<ObjectChange['removes']>;
  readonly sets: Writable<ObjectChange['sets']>;
  readonly replaces: Writable<ObjectChange['replaces']>;
  readonly lists: Writable<ObjectChange['lists']>;
}

function newChange(): GrowingChange {
  return { moves: [], removes: [], sets: [], replaces: [], lists: [] };
}

/** Returns the change of the rows of an `array` or `blocks` field; null when they stay unchanged. */
export function changeOfRows(scope: RowScope, before: FieldSchema, after: FieldSchema): ListChange | null {
  const base = { from: [], to: [] };
  if (after.kind === 'rows') {
    const rows = changeInside(scope, { before: before.path, after: after.path });
    return isEmpty(rows) ? null : { ...base, rows, goneBlocks: [] };
  }
  const slugs = childBlocks(scope.after, after.path);
  const goneBlocks = childBlocks(scope.before, before.path).filter((slug) => !slugs.includes(slug));
  const changed = slugs.flatMap((slug) => {
    const change = changeInside(scope, { before: `${before.path}.${slug}`, after: `${after.path}.${slug}` });
    return isEmpty(change) ? [] : [[slug, change] as const];
  });
  return changed.length + goneBlocks.length === 0 ? null : { ...base, rows: new Map(changed), goneBlocks };
}

/**
 * Returns the change of a version's snapshot. Only names of fields and collections change: values that no
 * longer fit are skipped when it is read.
 */
export function changeOfSnapshot(scope: RowScope): ObjectChange | null {
  const namesOnly = scope.changes.filter(({ kind }) => kind !== 'dropped' && kind !== 'added');
  const change = changeInside({ ...scope, changes: namesOnly }, { before: '', after: '', isNamesOnly: true });
  return isEmpty(change) ? null : change;
}

function changeInside(
  scope: RowScope,
  {
    before,
    after,
    isNamesOnly = false,
  }: { readonly before: string; readonly after: string; readonly isNamesOnly?: boolean },
): ObjectChange {
  const change = newChange();
  for (const one of scope.changes) {
    if (one.kind === 'dropped') {
      if (rowContainer(one.before.path, scope.before) === before && one.before.kind !== 'block')
        change.removes.push(namesIn(before, one.before.path));
      continue;
    }
    if (rowContainer(one.after.path, scope.after) !== after || one.after.kind === 'block') continue;
    const to = namesIn(after, one.after.path);
    if (one.kind === 'added') {
      const { rules } = one.after;
      const fallback = rules?.default;
      if (fallback !== undefined)
        change.sets.push({ path: to, value: () => scope.dialect.jsonLiteral(fallback) });
      continue;
    }
    const from = namesIn(before, one.before.path);
    if (one.kind === 'converted' && !isNamesOnly) {
      const { conversion } = one;
      change.sets.push({
        path: to,
        value: (object) =>
          scope.dialect.memberOf(
            conversion.value(scope.dialect, scope.dialect.scalarAt(object, from, one.before.kind)),
            one.after.kind,
          ),
      });
      if (from.join('.') !== to.join('.')) change.removes.push(from);
      continue;
    }
    if (one.kind === 'replaced' && !isNamesOnly) {
      change.removes.push(from);
      continue;
    }
    const list = isRows(one.after)
      ? nestedList(scope, { before: one.before, after: one.after, isNamesOnly })
      : null;
    if (list !== null) change.lists.push({ ...list, from, to });
    else if (from.join('.') !== to.join('.')) change.moves.push({ from, to });
    if (namesRenamed(one.before, scope.renamed)) {
      const { dialect, renamed } = scope;
      change.replaces.push({
        path: to,
        value: (object) => dialect.renamePointers(dialect.jsonAt(object, from), renamed),
      });
    }
    addFallback(scope, one, { from, to, sets: change.sets, isNamesOnly });
  }
  return change;
}

/** A field that may not be empty from now on, and has a default, gets the default where it is empty. */
function addFallback(
  { dialect }: RowScope,
  { before, after }: { readonly before: FieldSchema; readonly after: FieldSchema },
  {
    from,
    to,
    sets,
    isNamesOnly,
  }: {
    readonly from: readonly string[];
    readonly to: readonly string[];
    readonly sets: ObjectChange['sets'][number][];
    readonly isNamesOnly: boolean;
  },
): void {
  const isNew = before.rules === undefined && after.rules?.filled !== true;
  const fallback = isNew ? after.rules?.default : newFallback(before, after);
  if (isNamesOnly || fallback === undefined || isRows(after)) return;
  sets.push({
    path: to,
    value: (object) =>
      `CASE WHEN ${dialect.isEmptyAt(object, from)} THEN ${dialect.jsonLiteral(fallback)} ELSE ${dialect.jsonAt(object, from)} END`,
  });
}

function nestedList(
  scope: RowScope,
  {
    before,
    after,
    isNamesOnly,
  }: { readonly before: FieldSchema; readonly after: FieldSchema; readonly isNamesOnly: boolean },
): ListChange | null {
  if (!isNamesOnly) return changeOfRows(scope, before, after);
  if (after.kind === 'rows') {
    const rows = changeInside(scope, { before: before.path, after: after.path, isNamesOnly: true });
    return isEmpty(rows) ? null : { from: [], to: [], rows, goneBlocks: [] };
  }
  const changed = childBlocks(scope.after, after.path).flatMap((slug) => {
    const change = changeInside(scope, {
      before: `${before.path}.${slug}`,
      after: `${after.path}.${slug}`,
      isNamesOnly: true,
    });
    return isEmpty(change) ? [] : [[slug, change] as const];
  });
  return changed.length === 0 ? null : { from: [], to: [], rows: new Map(changed), goneBlocks: [] };
}

function isRows({ kind }: FieldSchema): boolean {
  return kind === 'rows' || kind === 'blocks';
}

function childBlocks(fields: readonly FieldSchema[], path: string): readonly string[] {
  return fields.flatMap((field) =>
    field.kind === 'block' &&
    field.path.startsWith(`${path}.`) &&
    !field.path.slice(path.length + 1).includes('.')
      ? [field.path.slice(path.length + 1)]
      : [],
  );
}

function namesIn(container: string, path: string): readonly string[] {
  return (container === '' ? path : path.slice(container.length + 1)).split('.');
}

function isEmpty({ moves, removes, sets, replaces, lists }: ObjectChange): boolean {
  return moves.length + removes.length + sets.length + replaces.length + lists.length === 0;
}
