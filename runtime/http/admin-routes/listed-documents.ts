import { seesDrafts } from '../../access/decide-view.js';
import type { AdminMeta } from '../../codegen/admin-meta.js';
import type { AdminDocumentName, OverviewLists } from '../../codegen/admin-overview.js';
import { type OverviewNotes, overviewLists } from '../../codegen/capabilities.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OperationContext } from '../../documents/operation.js';
import { mayRead } from '../../documents/read/read-rights.js';
import type { ListedPage, Service } from '../api.js';
import { nameOf, namingFields, readList, titlePathOf } from './readable-list.js';

/** Max entries of capabilities on one page of them. */
const lookedAt = 200;
/** Max pages that are searched for entries that the requester may see: a table of its own holds them. */
const maxPages = 20;

/** The requester of a screen, and what their dashboard knows. */
export interface Viewer {
  readonly service: Service;
  readonly context: OperationContext;
  readonly meta: AdminMeta;
}

/** What capabilities list, without the documents whose drafts the requester may not see. */
export async function listsOf(
  viewer: Viewer,
  collections: readonly CollectionDescriptor[],
  only: ListedPage['only'] = null,
): Promise<OverviewLists> {
  let lists = byList<OverviewLists[keyof OverviewNotes]>(() => []);
  for (let page = 0; page < maxPages; page += 1) {
    const found = await pageOfLists(viewer, collections, { limit: lookedAt, offset: page * lookedAt, only });
    lists = byList((name) => [...lists[name], ...found.lists[name]]);
    if (found.isLast || Object.values(lists).every(({ length }) => length >= lookedAt)) break;
  }
  return lists;
}

async function pageOfLists(
  viewer: Viewer,
  collections: readonly CollectionDescriptor[],
  look: ListedPage,
): Promise<{ readonly lists: OverviewLists; readonly isLast: boolean }> {
  const listed = await Promise.all(viewer.service.parts.map((part) => part.listed?.(look)));
  const entries = byList((name) => listed.flatMap((lists) => lists?.[name] ?? []));
  const all = Object.values(entries).flat();
  const names = await namesOf(viewer, collections, all);
  const lists = byList((name) =>
    entries[name].flatMap((entry) => {
      const named = names.get(keyOf(entry));
      return named === undefined ? [] : [{ ...named, ...entry }];
    }),
  );
  return { lists, isLast: all.length < lookedAt };
}

/** Returns a value for each list of the overview. */
export function byList<T>(make: (name: keyof OverviewNotes) => T): Readonly<Record<keyof OverviewNotes, T>> {
  return Object.fromEntries(overviewLists.map((name) => [name, make(name)])) as Record<
    keyof OverviewNotes,
    T
  >;
}

type DocumentKey = Pick<AdminDocumentName, 'kind' | 'slug' | 'id'>;

function keyOf({ kind, slug, id }: DocumentKey): string {
  return `${kind} ${slug} ${id}`;
}

/** The names of documents whose drafts the requester may see. */
async function namesOf(
  viewer: Viewer,
  collections: readonly CollectionDescriptor[],
  entries: readonly DocumentKey[],
): Promise<ReadonlyMap<string, AdminDocumentName>> {
  const { service, context, meta } = viewer;
  const names = new Map<string, AdminDocumentName>();
  const add = (name: AdminDocumentName): void => void names.set(keyOf(name), name);
  for (const collection of collections) {
    const ids = entries.filter(({ kind, slug }) => kind === 'collection' && slug === collection.slug);
    if (ids.length === 0 || !collection.drafts || !seesDrafts(collection, context.access)) continue;
    const title = titlePathOf(meta, collection);
    const { docs } = await readList(service, context, collection, {
      where: { id: { in: [...new Set(ids.map(({ id }) => id))] } },
      limit: lookedAt,
      count: 'none',
      select: namingFields(collection, title),
    });
    for (const one of docs) add(nameOf(collection, one, title));
  }
  for (const global of service.contract.globals) {
    const { slug } = global;
    if (!entries.some((entry) => entry.kind === 'global' && entry.slug === slug)) continue;
    if (!global.drafts || !(await mayRead(context.access, global))) continue;
    if (!seesDrafts(global, context.access)) continue;
    const { label = null } = meta.globals.find((one) => one.slug === slug) ?? {};
    add({ kind: 'global', slug, id: 'global', title: label });
  }
  return names;
}
