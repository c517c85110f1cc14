import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor, SlugField } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { groupData, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { randomSuffix } from '../../util/random-suffix.js';
import { cutSlug, maxMadeSlug, slugify } from '../../util/slugify.js';
import { type DocumentModel, type FieldSlot, type StoredDocument, slotValue } from '../document-model.js';

/** Whose write makes a slug, and of what. */
export interface SlugWriter {
  readonly descriptor: DocumentDescriptor;
  /** Null: everything is open, or the service itself writes. */
  readonly access: DocumentAccess | null;
}

/** The slug fields of a collection. */
export interface SlugSlot extends FieldSlot {
  readonly field: SlugField;
}

export function slugSlots(model: DocumentModel): readonly SlugSlot[] {
  return model.columnSlots.flatMap((slot) =>
    slot.field.type === 'slug' ? [{ ...slot, field: slot.field }] : [],
  );
}

/**
 * Whether there may be documents that a writer does not see. Then a generated slug always ends in a random
 * suffix: a number at the end would reveal a document with the same title (docs/spec/contract.md#slugs).
 */
function hidesDocuments(descriptor: DocumentDescriptor, access: DocumentAccess | null): boolean {
  if (descriptor.access?.read === 'callback' || descriptor.draftReaders !== undefined) return true;
  if (access === null) return false;
  if (access.verdict(descriptor, 'read') === 'denied') return true;
  return descriptor.drafts && access.requester.kind === 'anonymous';
}

/** Data whose slugs are filled. */
interface FilledDocument extends SlugWriter {
  readonly data: JsonObject;
  /** Null: it is new. */
  readonly document: JsonObject | null;
}

/**
 * Fills slugs from their `from` fields: once, when the document has none and the data gives `from` a value.
 * Data that names the slug, also to clear it, is left as it is.
 */
export function fillSlugs(
  slots: readonly SlugSlot[],
  { data, document, descriptor, access }: FilledDocument,
): JsonObject {
  let filled = data;
  for (const slot of slots) {
    if (slot.field.from === undefined || isGiven(slot, data, document === null)) continue;
    if (document !== null && slotValue(document, slot) !== null) continue;
    const source = valueAt(data, slot.field.from);
    if (source === null || source === '') continue;
    const suffix = hidesDocuments(descriptor, access) ? randomSuffix() : '';
    const slug = madeSlug(slot.field, slugify(String(source)) || slugify(descriptor.slug), suffix);
    filled = withValue(filled, { groups: slot.groups, name: slot.field.name, value: slug });
  }
  return filled;
}

/** On creation `null` and absent mean the same: there is nothing to clear. */
function isGiven(slot: SlugSlot, data: JsonObject, creation: boolean): boolean {
  let holder = data;
  for (const group of slot.groups) holder = groupData(holder, group);
  const value = ownValue(holder, slot.field.name);
  return value !== undefined && !(creation && value === null);
}

function madeSlug(field: SlugField, made: string, suffix: string): string {
  const slug = suffixed(made, suffix, field.maxLength ?? maxMadeSlug);
  const fits =
    slug.length >= (field.minLength ?? 0) &&
    (!field.pattern || new RegExp(field.pattern.source, field.pattern.flags).test(slug));
  if (fits) return slug;
  throw badInputAt(field.path, reason('slug.notFitting', { from: field.from ?? '', slug }));
}

/** If both do not fit, the slug is cut and the suffix is kept. */
function suffixed(slug: string, suffix: string, maxLength: number): string {
  const base = cutSlug(slug, maxLength - suffix.length);
  return base === '' ? suffix.slice(1, maxLength + 1) : `${base}${suffix}`;
}

function valueAt(data: JsonObject, path: string): JsonValue {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = data;
  for (const name of names) holder = groupData(holder, name);
  return ownValue(holder, last) ?? null;
}

function withValue(
  data: JsonObject,
  {
    groups,
    name,
    value,
  }: { readonly groups: readonly string[]; readonly name: string; readonly value: JsonValue },
): JsonObject {
  const [group, ...rest] = groups;
  if (group === undefined) return { ...data, [name]: value };
  return { ...data, [group]: withValue(groupData(data, group), { groups: rest, name, value }) };
}

/** A type of documents with its slug fields. */
interface SluggedType {
  readonly model: DocumentModel;
  readonly slugs: readonly SlugSlot[];
}

/** A document that is about to be stored. */
interface SluggedDocument {
  readonly document: StoredDocument;
  /** Null: it is new. */
  readonly before: JsonObject | null;
  /** Of the writer; null as in {@link SlugWriter}. */
  readonly access: DocumentAccess | null;
}

/**
 * Gives slugs that are already in use a suffix. Runs inside the write transaction, so that no other write
 * takes the free one in between. The document is changed in place.
 */
export async function freeSlugs(
  connection: Connection,
  { model, slugs }: SluggedType,
  { document, before, access }: SluggedDocument,
): Promise<void> {
  for (const slot of slugs) {
    const slug = slotValue(document, slot);
    if (typeof slug !== 'string' || (before !== null && slotValue(before, slot) === slug)) continue;
    await lockName(connection, slugLock(model, slot, slug));
    // A slug in the data may be longer than generated ones. A suffix must not make it longer still.
    const maxLength = slot.field.maxLength ?? Math.max(maxMadeSlug, slug.length);
    const taken = (candidate: string): Promise<boolean> =>
      isTaken(connection, { model, slot, slug: candidate, id: document['id'] ?? null });
    const find = hidesDocuments(model.descriptor, access) ? randomFreeSlug : freeSlug;
    const free = await find(slug, maxLength, taken);
    if (free !== slug) setSlot(document, slot, free);
  }
}

/** Length of the longest number that locks take into account: `-9999999`. */
const maxNumberLength = 8;

/**
 * Slugs that can become equal when a number is added share a lock. It is named after the characters that
 * {@link cutSlug} keeps of all of them, without the numbers at their end.
 */
function slugLock({ table }: DocumentModel, { columns, field }: SlugSlot, slug: string): string {
  const minKept = Math.floor(((field.maxLength ?? maxMadeSlug) - maxNumberLength) / 2);
  const base = slug.slice(0, Math.min(20, Math.max(0, minKept))).replace(/(?:-\d*)+$/, '');
  return `slug ${table} ${columns.join()} ${base}`;
}

/** Gives a slug another value, in a document that is complete and not shared. */
export function setSlot(document: StoredDocument, slot: SlugSlot, value: string): void {
  let holder = document;
  // The document is not shared, so its groups may be changed in place.
  for (const group of slot.groups) holder = holder[group] as StoredDocument;
  holder[slot.field.name] = value;
}

async function isTaken(
  connection: Connection,
  {
    model: { table, descriptor },
    slot,
    slug,
    id,
  }: {
    readonly model: DocumentModel;
    readonly slot: SlugSlot;
    readonly slug: string;
    readonly id: JsonValue;
  },
): Promise<boolean> {
  const column = quoteIdentifier(slot.columns[0] ?? '');
  // A draft's slug is in use, too: otherwise one of the two documents could not be published.
  const tables = descriptor.drafts ? [table, pendingTable(table)] : [table];
  const look = tables.map(
    (name) => `SELECT 1 FROM ${quoteIdentifier(name)} WHERE ${column} = ? AND "id" <> ?`,
  );
  const row = await connection.get(
    look.join(' UNION ALL '),
    tables.flatMap(() => [slug, String(id)]),
  );
  return row !== undefined;
}

const maxTries = 20;

/** The slug, with a random suffix if it is in use: a number would reveal how many there are. */
async function randomFreeSlug(
  slug: string,
  maxLength: number,
  taken: (candidate: string) => Promise<boolean>,
): Promise<string> {
  let free = slug;
  // Where the maximum length leaves hardly any choice, the unique index decides.
  for (let tries = 0; tries < maxTries && (await taken(free)); tries += 1) {
    free = suffixed(slug, randomSuffix(), maxLength);
  }
  return free;
}

/**
 * The slug, with a free number if it is in use. The number is doubled until it is free, then halved back: so
 * among thousands of equal titles each costs a dozen look-ups, not thousands.
 */
export async function freeSlug(
  slug: string,
  maxLength: number,
  taken: (candidate: string) => Promise<boolean>,
): Promise<string> {
  if (!(await taken(slug))) return slug;
  const numbered = (number: number): string => {
    const suffix = `-${number}`;
    return `${cutSlug(slug, maxLength - suffix.length)}${suffix}`;
  };
  let low = 1;
  let high = 2;
  while (await taken(numbered(high))) {
    low = high;
    high *= 2;
  }
  // `low` is in use and `high` is free.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await taken(numbered(middle))) low = middle;
    else high = middle;
  }
  return numbered(high);
}
