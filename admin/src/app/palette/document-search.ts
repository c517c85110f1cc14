import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { containing } from '../../api/containing.js';
import type { Document } from '../../api/documents.js';
import { placeBelow } from '../../api/highlights.js';
import { useMeta } from '../../api/meta-context.js';
import { shortenedHighlight } from '../../ui/shortened-highlight.js';
import { documentIcon } from '../document-icon.js';
import { paths } from '../paths.js';
import type { PaletteEntry } from './entries.js';

interface FoundDocuments {
  readonly entries: readonly PaletteEntry[];
  /** Names of the collections that there are too many of to look into. */
  readonly leftOut: readonly string[];
  readonly isLoading: boolean;
  readonly error: unknown;
}

const minLength = 2;
/** Max collections in one search of the service. */
const maxCollections = 10;
/** Max collections without a search: each takes a request of its own, for every text that is typed. */
const maxByTitle = 30;
/** Of these, so many at the same time: a browser does not send more to one host. */
const atOnce = 6;

/** Finds documents of all collections while the user types. */
export function useDocumentSearch(text: string, untitled: string): FoundDocuments {
  const api = useApi();
  const sought = soughtCollections(useMeta().collections);
  const settled = useSettled(text.trim());
  const isWanted = settled.length >= minLength;
  const { data, isFetching, error } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => findDocuments(api, sought, { text: settled, untitled, signal }),
    enabled: isWanted,
    placeholderData: (before) => before,
  });
  return {
    entries: isWanted ? (data ?? []) : [],
    leftOut: isWanted ? sought.leftOut.map(({ labels }) => labels.plural) : [],
    isLoading: text.trim().length >= minLength && (isFetching || settled !== text.trim()),
    error: isWanted ? error : null,
  };
}

interface SearchOptions {
  readonly text: string;
  readonly untitled: string;
  readonly signal: AbortSignal;
}

interface SoughtCollections {
  /** Those with a search by words, in groups of one request each. */
  readonly searched: readonly (readonly AdminCollectionMeta[])[];
  readonly titled: readonly AdminCollectionMeta[];
  readonly leftOut: readonly AdminCollectionMeta[];
}

function soughtCollections(collections: readonly AdminCollectionMeta[]): SoughtCollections {
  const readable = collections.filter(({ can, foldersOf }) => can.read !== false && foldersOf === undefined);
  const titled = readable.filter((meta) => meta.search === undefined && hasTitle(meta));
  return {
    searched: inGroups(
      readable.filter(({ search }) => search !== undefined),
      maxCollections,
    ),
    titled: titled.slice(0, maxByTitle),
    leftOut: titled.slice(maxByTitle),
  };
}

async function findDocuments(
  api: Api,
  { searched, titled }: SoughtCollections,
  options: SearchOptions,
): Promise<readonly PaletteEntry[]> {
  const [words, titles] = await Promise.all([
    Promise.all(searched.map((metas) => byWords(api, metas, options))),
    byTitles(api, titled, options),
  ]);
  return [...words.flat(), ...titles];
}

function inGroups<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}

interface Hit {
  readonly collection: string;
  readonly document: Document;
}

async function byWords(
  api: Api,
  metas: readonly AdminCollectionMeta[],
  { text, untitled, signal }: SearchOptions,
): Promise<readonly PaletteEntry[]> {
  const draft = metas.some(({ drafts, readDrafts }) => drafts && readDrafts);
  const parameters = new URLSearchParams({
    ...{ q: text, collections: metas.map(({ slug }) => slug).join(','), limit: '10', highlight: 'true' },
    ...(draft && { draft: 'true' }),
  });
  const path = `svc/search?${parameters}`;
  const { hits } = await api
    .call<{ readonly hits: readonly Hit[] }>('GET', path, undefined, { signal })
    .catch(nothingWithoutWords);
  return hits.flatMap(({ collection, document }) => {
    const meta = metas.find(({ slug }) => slug === collection);
    return meta === undefined ? [] : [entryOf(meta, document, untitled)];
  });
}

/** The service refuses a text without any word, such as `--`: nothing is found for it. */
function nothingWithoutWords(error: unknown): { readonly hits: readonly Hit[] } {
  if (isSvcError(error) && error.code === 'BAD_USER_INPUT') return { hits: [] };
  throw error;
}

async function byTitles(
  api: Api,
  metas: readonly AdminCollectionMeta[],
  options: SearchOptions,
): Promise<readonly PaletteEntry[]> {
  const found: PaletteEntry[] = [];
  for (const group of inGroups(metas, atOnce)) {
    const entries = await Promise.all(group.map((meta) => byTitle(api, meta, options)));
    found.push(...entries.flat());
  }
  return found;
}

async function byTitle(
  api: Api,
  meta: AdminCollectionMeta,
  { text, untitled, signal }: SearchOptions,
): Promise<readonly PaletteEntry[]> {
  const where = containing(text, [meta.useAsTitle]) ?? undefined;
  const query = { where, select: meta.useAsTitle, limit: 3, count: 'none' } as const;
  const { docs } = await api.collection(meta).find(query, { signal });
  return docs.map((document) => entryOf(meta, document, untitled));
}

function hasTitle({ fields, useAsTitle }: AdminCollectionMeta): boolean {
  return fields.some(({ path, operators }) => path === useAsTitle && operators.includes('contains'));
}

function entryOf(meta: AdminCollectionMeta, document: Document, untitled: string): PaletteEntry {
  const { slug, labels, useAsTitle } = meta;
  const title = useAsTitle
    .split('.')
    .reduce<unknown>((value, part) => (value as Document | null | undefined)?.[part], document);
  const label = typeof title === 'string' || typeof title === 'number' ? `${title}` : untitled;
  const found = foundIn(meta, document);
  return {
    ...{ to: paths.document(slug, document.id), label, note: labels.singular, icon: documentIcon(meta) },
    ...(found && { found }),
  };
}

function foundIn({ fields, useAsTitle }: AdminCollectionMeta, document: Document): PaletteEntry['found'] {
  const place = placeBelow(document, useAsTitle);
  if (place === null) return undefined;
  const [path, piece] = place;
  return { field: labelAt(fields, path) ?? path, piece: shortenedHighlight(piece) };
}

/** The label of the field at a path. A path into rows has the label of the field that holds the rows. */
function labelAt(fields: readonly AdminFieldMeta[], path: string): string | undefined {
  const field = fields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  const inner = field?.type === 'group' ? labelAt(field.fields ?? [], path) : undefined;
  return inner === undefined ? field?.label : `${field?.label} › ${inner}`;
}

/** Returns a text after it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
