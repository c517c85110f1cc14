import type { IndexSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import { staysBehind } from './plan-extension.js';
import type { LosslessChange, TableExtension } from './planned-change.js';
import { returningDrafts } from './stale-drafts.js';
import { changedTexts } from './text-rows.js';

/** Returns one line for each difference: `posts.subtitle is new`. */
export function describeExtension(
  changes: readonly LosslessChange[],
  after: StorageSchema,
): readonly string[] {
  const position = new Map(after.tables.map(({ name }, index) => [name, index]));
  const inOrder = changes
    .flatMap((change) => {
      const table =
        change.kind === 'extend table' ? change.after : change.kind === 'create table' ? change.table : null;
      return table === null ? [] : [{ change, table, at: position.get(table.name) ?? 0 }];
    })
    .sort((a, b) => rank(a.table) - rank(b.table) || a.at - b.at);
  return [
    ...inOrder.flatMap(({ change, table }) => (table.pending === true ? [] : tableLines(change))),
    ...changes.flatMap((change) => (change.kind === 'leave table' ? goneLines(change.table) : [])),
    ...returningDrafts(changes, after).map(
      ({ pending }) =>
        `the drafts of ${pending.owner} are back, except those of documents that were changed or deleted since`,
    ),
  ];
}

/** Documents come before the tables that belong to them. */
function rank({ kind }: TableSchema): number {
  return kind === 'documents' ? 0 : 1;
}

function tableLines(change: LosslessChange): readonly string[] {
  if (change.kind === 'extend table') return extensionLines(change);
  if (change.kind !== 'create table') return [];
  if (change.documents !== undefined) return listedLines(change.table.owner, change.table.texts ?? []);
  if (change.table.kind !== 'documents') return [];
  return [`${change.table.owner} is new`];
}

function goneLines({ kind, pending, owner, name }: TableSchema): readonly string[] {
  return kind === 'documents' && pending !== true ? [`${owner} is gone (its table ${name} stays)`] : [];
}

function extensionLines(change: TableExtension): readonly string[] {
  const { before, after, isBack, fields, returned, left, hasOtherKeys } = change;
  const { owner } = after;
  const added = fields.flatMap((field) => {
    if (field.kind === 'dropped') return [];
    const { path } = field.after;
    if (field.kind === 'added') return [`${owner}.${path} is new`];
    return returned.some((one) => one.field.path === path) ? [`${owner}.${path} is back`] : [];
  });
  return [
    ...(isBack && after.kind === 'documents' ? [`${owner} is back`] : []),
    ...added,
    ...left.map(
      (one) =>
        `${owner}.${one.field.path} is gone${staysBehind(one) ? ' (its values stay in the database)' : ''}`,
    ),
    ...listedLines(owner, changedTexts(change).listed),
    ...(hasOtherKeys ? [`${owner}: the foreign keys of table ${after.name} have changed`] : []),
    ...indexLines(before, after),
  ];
}

function listedLines(owner: string, texts: readonly string[]): readonly string[] {
  return texts.map((path) => `${owner}.${path}: the files that it shows are listed now`);
}

function indexLines(before: TableSchema, after: TableSchema): readonly string[] {
  const former = new Map(before.indexes.map((index) => [index.name, indexText(index)]));
  const now = new Set(after.indexes.map(({ name }) => name));
  return [
    ...before.indexes
      .filter(({ name }) => !now.has(name))
      .map((index) => `${after.owner}: ${indexText(index)} is gone`),
    ...after.indexes
      .filter((index) => former.get(index.name) !== indexText(index))
      .map((index) => `${after.owner}: ${indexText(index)} is new`),
  ];
}

function indexText({ columns, unique }: IndexSchema): string {
  return `the ${unique ? 'unique ' : ''}index on ${columns.join(', ')}`;
}
