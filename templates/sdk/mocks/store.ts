import { MockRefusal, refuseField } from './errors.js';
import { copyOf, isData, merged, valueAt } from './paths.js';
import type { Data, DocumentSchema } from './schema.js';

/** A document with what is published of it and what is pending. */
export interface Entry {
  readonly id: string;
  readonly createdAt: string | null;
  updatedAt: string | null;
  /** Null: nothing is published. */
  published: Data | null;
  /** Fields with changes that are not published; null: none. */
  pending: Data | null;
  /** The revision of the published view. */
  publishedRevision: number;
  revision: number;
  schedule: { publishAt: string | null; unpublishAt: string | null };
  readonly versions: Version[];
}

/** A document in the trash. */
export interface TrashedEntry {
  readonly entry: Entry;
  readonly deletedAt: string;
  readonly deletedBy: string | null;
}

/** A state of a document that was saved. */
interface Version {
  readonly id: string;
  readonly createdAt: string | null;
  readonly createdBy: null;
  readonly status: 'draft' | 'published';
  readonly document: Data;
}

/** Makes ids and times, which are the same in every run. */
export interface Sequence {
  id(): string;
  time(): string;
  restart(): void;
}

export function createSequence(): Sequence {
  let count = 0;
  return {
    id: () => `01990b5e-6c2f-7a41-9d3e-${`${++count}`.padStart(12, '0')}`,
    time: () => new Date(Date.UTC(2026, 0, 1) + ++count * 1000).toISOString(),
    restart: () => {
      count = 0;
    },
  };
}

/** How a write is saved. */
export interface Saving {
  readonly draft: boolean;
  readonly ifMatch?: number | undefined;
}

/** The documents of a collection, or the one of a global. */
export class Store {
  readonly schema: DocumentSchema;
  private readonly sequence: Sequence;
  private readonly isGlobal: boolean;
  private entries: Map<string, Entry>;
  private trashed: Map<string, TrashedEntry>;

  constructor(schema: DocumentSchema, sequence: Sequence) {
    this.schema = schema;
    this.sequence = sequence;
    this.isGlobal = schema.path.startsWith('globals/');
    this.entries = new Map();
    this.trashed = new Map();
    this.clear();
  }

  clear(): void {
    this.entries = new Map();
    this.trashed = new Map();
    if (this.isGlobal) this.insert('global', null);
  }

  /** A copy of all documents, to go back to. */
  saved(): () => void {
    const before = [...this.entries].map(([id, entry]) => [id, copyOf(entry)] as const);
    const trashed = new Map(this.trashed);
    return () => {
      this.entries = new Map(before);
      this.trashed = trashed;
    };
  }

  /** The document as a view shows it; undefined where there is none. */
  read(id: string, draft: boolean): Data | undefined {
    const entry = this.entries.get(id);
    return entry && this.view(entry, draft);
  }

  /** All documents that a view shows, in the order in which they were created. */
  views(draft: boolean): readonly Data[] {
    const shown: Data[] = [];
    for (const entry of this.entries.values()) {
      const document = this.view(entry, draft);
      if (document) shown.push(document);
    }
    return shown;
  }

  view(entry: Entry, draft: boolean): Data | undefined {
    const { hasDrafts, blank } = this.schema;
    const isUnwritten = this.isGlobal && entry.revision === 0;
    if (entry.published === null && !isUnwritten && !(hasDrafts && draft)) return undefined;
    const fields = merged(entry.published ?? blank, (draft && entry.pending) || {}, blank);
    return {
      id: entry.id,
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
      ...(hasDrafts && { _status: entry.published ? 'published' : 'draft' }),
      ...(hasDrafts && draft && { _pending: entry.published !== null && entry.pending !== null }),
      ...fields,
      _revision: draft ? entry.revision : entry.publishedRevision,
    };
  }

  create(given: object, { draft }: Saving): Entry {
    const data = merged(this.schema.blank, this.withRows(given), this.schema.blank);
    if (!draft) this.check(data);
    this.checkUnique(data);
    const { id } = given as { readonly id?: unknown };
    const entry = this.insert(typeof id === 'string' ? id : this.sequence.id(), this.sequence.time());
    for (const name of builtIn) delete data[name];
    entry[draft ? 'pending' : 'published'] = data;
    this.touch(entry, draft);
    return entry;
  }

  update(id: string, given: object, { draft, ifMatch }: Saving): Entry {
    const entry = this.entry(id, ifMatch);
    const { blank } = this.schema;
    const changes = this.withRows(given);
    if (Object.keys(changes).length === 0) return entry;
    const base = draft
      ? (entry.pending ?? {})
      : (entry.published ?? merged(blank, entry.pending ?? {}, blank));
    const data = merged(base, changes, this.groupsFor(base, changes, entry));
    if (!draft) this.check(merged(blank, data, blank));
    this.checkUnique(data, id);
    if (draft) entry.pending = data;
    else {
      entry.pending = entry.published === null ? null : without(entry.pending, changes);
      entry.published = data;
    }
    this.touch(entry, draft);
    return entry;
  }

  publish(id: string, ifMatch?: number): Entry {
    const entry = this.entry(id, ifMatch);
    if (entry.pending === null) return entry;
    const data = merged(entry.published ?? this.schema.blank, entry.pending, this.schema.blank);
    this.check(data);
    entry.published = data;
    entry.pending = null;
    this.touch(entry, false);
    return entry;
  }

  unpublish(id: string, ifMatch?: number): Entry {
    const entry = this.entry(id, ifMatch);
    if (entry.published === null) return entry;
    entry.pending = merged(entry.published, entry.pending ?? {}, this.schema.blank);
    entry.published = null;
    this.touch(entry, true);
    return entry;
  }

  discard(id: string, ifMatch?: number): Entry {
    const entry = this.entry(id, ifMatch);
    if (entry.published === null) {
      throw new MockRefusal('CONFLICT', {
        message: 'Nothing of the document is published.',
        reason: 'document.nothingPublished',
        params: { collection: this.schema.path },
      });
    }
    entry.pending = null;
    entry.revision++;
    return entry;
  }

  /** Moves the document to the trash, where there is one. */
  delete(id: string, ifMatch?: number, deletedBy: string | null = null): void {
    const entry = this.entry(id, ifMatch);
    this.entries.delete(id);
    if (this.schema.trash) this.trashed.set(id, { entry, deletedAt: this.sequence.time(), deletedBy });
  }

  /** Deletes the document for good, wherever it is. */
  purge(id: string, ifMatch?: number): void {
    if (this.trashed.delete(id)) return;
    this.entries.delete(this.entry(id, ifMatch).id);
  }

  /** The documents in the trash, those that were deleted first in front. */
  inTrash(): readonly TrashedEntry[] {
    return [...this.trashed.values()];
  }

  /** A document in the trash. */
  trashedEntry(id: string): TrashedEntry {
    const trashed = this.trashed.get(id);
    if (!trashed) throw this.unknown(id);
    return trashed;
  }

  /** Brings a document back from the trash, with other values. */
  restore(id: string, values: object, ifMatch?: number): Entry {
    const { entry } = this.trashedEntry(id);
    this.refuseOther(entry, ifMatch);
    const { blank } = this.schema;
    const changes = this.withRows(values);
    const back = copyOf(entry);
    for (const view of ['published', 'pending'] as const) {
      const data = back[view];
      if (data !== null) back[view] = merged(data, changes, blank);
    }
    for (const data of [back.published, back.pending]) if (data) this.checkUnique(data, id);
    this.trashed.delete(id);
    this.entries.set(id, back);
    this.touch(back, back.published === null);
    return back;
  }

  /** The document that a write changes. */
  entry(id: string, ifMatch?: number): Entry {
    const entry = this.entries.get(id);
    if (!entry) throw this.unknown(id);
    this.refuseOther(entry, ifMatch);
    return entry;
  }

  /** Refuses a write that expects another revision. */
  private refuseOther(entry: Entry, ifMatch: number | undefined): void {
    if (ifMatch !== undefined && ifMatch !== entry.revision) {
      throw new MockRefusal('CONFLICT', {
        reason: 'document.modified',
        params: { collection: this.schema.path, expected: ifMatch, revision: entry.revision },
        currentRevision: entry.revision,
      });
    }
  }

  unknown(id: string): MockRefusal {
    const params = { id, collection: this.schema.path };
    const message = `There is no document ${id} in ${this.schema.path}.`;
    return new MockRefusal('NOT_FOUND', { message, reason: 'document.unknown', params });
  }

  /** The version of a document with an id. */
  version(id: string, versionId: string): Version {
    const version = this.entry(id).versions.find((each) => each.id === versionId);
    if (!version) throw this.unknown(versionId);
    return version;
  }

  private insert(id: string, createdAt: string | null): Entry {
    const entry: Entry = {
      ...{ id, createdAt, updatedAt: createdAt, published: null, pending: null },
      ...{ publishedRevision: 0, revision: 0, versions: [] },
      schedule: { publishAt: null, unpublishAt: null },
    };
    this.entries.set(id, entry);
    return entry;
  }

  private touch(entry: Entry, draft: boolean): void {
    const isNew = entry.revision === 0;
    entry.revision++;
    if (!draft) entry.publishedRevision = entry.revision;
    const time = isNew && entry.createdAt !== null ? entry.createdAt : this.sequence.time();
    entry.updatedAt = time;
    if (isNew && entry.createdAt === null) Object.assign(entry, { createdAt: time });
    if (!this.schema.hasVersions) return;
    const document = this.view(entry, draft) ?? {};
    delete document['_pending'];
    const status = draft ? 'draft' : 'published';
    entry.versions.unshift({ id: this.sequence.id(), createdAt: time, createdBy: null, status, document });
  }

  /** A pending change of a group begins with what is published of it. */
  private groupsFor(base: Data, changes: Data, entry: Entry): Data {
    const groups: Data = {};
    for (const name of Object.keys(changes)) {
      const inner = this.schema.blank[name];
      if (isData(inner)) groups[name] = name in base ? inner : (entry.published?.[name] ?? inner);
    }
    return groups;
  }

  private check(data: Data): void {
    for (const path of this.schema.required) {
      if ((valueAt(data, path) ?? null) === null) refuseField(path, 'value.required', 'Is required.');
    }
  }

  private checkUnique(data: Data, id?: string): void {
    for (const path of this.schema.unique ?? []) {
      const value = valueAt(data, path) ?? null;
      const isTaken = (entry: Entry): boolean =>
        entry.id !== id && [true, false].some((draft) => valueAt(this.view(entry, draft), path) === value);
      if (value === null || ![...this.entries.values()].some(isTaken)) continue;
      const params = { collection: this.schema.path, fields: path };
      const message = `Another document of ${this.schema.path} has the same ${path}.`;
      throw new MockRefusal('CONFLICT', {
        ...{ message, reason: 'document.duplicateValues', params },
        details: [{ path, message }],
      });
    }
  }

  /** Rows get ids, and the fields that they lack. */
  private withRows(given: object, prefix = ''): Data {
    const { rows = {} } = this.schema;
    const all: Data = { ...given };
    for (const [name, value] of Object.entries(all)) {
      const path = `${prefix}${name}`;
      if (Array.isArray(value)) all[name] = value.map((row) => this.withRow(row, path));
      else if (isData(value) && Object.keys(rows).some((each) => each.startsWith(`${path}.`)))
        all[name] = this.withRows(value, `${path}.`);
    }
    return all;
  }

  private withRow(row: unknown, path: string): unknown {
    const { rows = {} } = this.schema;
    if (!isData(row)) return row;
    const { blockType } = row;
    const own = typeof blockType === 'string' && rows[`${path}.${blockType}`] ? `${path}.${blockType}` : path;
    const blank = rows[own];
    if (!blank) return row;
    return { id: this.sequence.id(), ...merged(blank, this.withRows(row, `${own}.`), blank) };
  }
}

const builtIn = ['id', 'createdAt', 'updatedAt', '_status', '_pending', '_revision', 'password'];

/** Pending fields without those that a write has published. */
function without(pending: Data | null, changes: Data): Data | null {
  if (pending === null) return null;
  const rest: Data = {};
  for (const [name, value] of Object.entries(pending)) {
    const change = changes[name];
    if (change === undefined) rest[name] = value;
    else if (isData(value) && isData(change)) {
      const inner = without(value, change);
      if (inner) rest[name] = inner;
    }
  }
  return Object.keys(rest).length > 0 ? rest : null;
}
