/**
 * Random writes of several clients, compared with a plain model of drafts; after each write every view must
 * match the model.
 */
import { expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import {
  type Answer,
  anonymous,
  type Client,
  key,
  openGuarded,
  type Result,
  user,
} from '../access/support/guarded-service.js';
import { createDice } from '../oracle/dice.js';
import { testDialect } from '../support/test-database.js';
import { asDraft, query } from './support/newsroom.js';
import {
  type Change,
  type Content,
  change,
  create,
  discard,
  emptyContent,
  hasPendingFields,
  isTaken,
  type PlainDocument,
  type PlainModel,
  publish,
  type Refusal,
  type Shown,
  save,
  unpublish,
  viewOf,
} from './support/plain-model.js';

const config = defineConfig({
  auth: { secret: 'not looked at in these tests, but long enough' },
  collections: [
    {
      slug: 'posts',
      versions: true,
      defaultSort: 'rank_asc',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'rank', type: 'number' },
        { name: 'code', type: 'text', unique: true },
        { name: 'next', type: 'relationship', to: 'posts' },
        {
          name: 'seo',
          type: 'group',
          fields: [
            { name: 'word', type: 'text' },
            { name: 'text', type: 'text' },
          ],
        },
      ],
    },
  ],
});

/** Each step runs about 40 statements, which on PostgreSQL all go to a server. */
const steps = testDialect === 'sqlite' ? 700 : 250;
const maxDocuments = 10;

test.each([1, 2, 3])(
  'every view shows what a plain model says after each of many random writes (seed %i)',
  async (seed) => {
    const service = await openGuarded(config);
    const run = new Run(seed, {
      writers: [service.as(user('editor')), service.as(user('author')), service.as(key('editor'))],
      reader: service.as(anonymous),
    });
    for (let step = 0; step < steps; step += 1) {
      const about = await run.write();
      await run.compare(`step ${step}: ${about}`);
    }
    expect(run.refused.size).toBeGreaterThan(3);
  },
  180_000,
);

interface Clients {
  readonly writers: readonly Client[];
  readonly reader: Client;
}

const writes = [
  ...['create', 'createDraft', 'createDraft', 'change', 'change', 'save', 'save', 'save', 'save'],
  ...['publish', 'publish', 'unpublish', 'discard', 'restore', 'delete'],
] as const;

class Run {
  readonly #model: PlainModel = new Map();
  /** A random integer from 0 up to, but not including, a bound. */
  readonly #roll: (bound: number) => number;
  readonly #clients: Clients;
  /**
   * Documents that were ever referenced: they are not deleted, so that the model does not need to clear
   * relations.
   */
  readonly #pointedTo: Set<string> = new Set();
  readonly refused: Set<Refusal> = new Set();
  #touched = '';

  constructor(seed: number, clients: Clients) {
    const dice = createDice(seed);
    this.#roll = (bound) => Math.floor(dice() * bound);
    this.#clients = clients;
  }

  async write(): Promise<string> {
    const client = this.#oneOf(this.#clients.writers);
    const kind = this.#model.size === 0 ? 'create' : this.#oneOf(writes);
    if (kind === 'create' || kind === 'createDraft') {
      if (this.#model.size >= maxDocuments) return 'nothing';
      return this.#create(client, kind === 'createDraft');
    }
    const document = this.#oneOf([...this.#model.values()]);
    this.#touched = document.id;
    return `${kind} ${await this.#change(client, kind, document)}`;
  }

  async #create(client: Client, isDraft: boolean): Promise<string> {
    const content = { ...emptyContent, ...this.#anyChange() };
    const result = await client.post('/api/posts', bodyOf(content), isDraft ? asDraft : {});
    const refusal =
      !isDraft && content.title === null
        ? 'required'
        : isTaken(this.#model, null, content.code)
          ? 'unique'
          : null;
    if (!this.#isRefused(result, refusal)) {
      expect(result.status).toBe(201);
      create(this.#model, result.body.id, content, isDraft);
      this.#touched = result.body.id;
    }
    return `create ${JSON.stringify(content)} ${isDraft}`;
  }

  async #change(
    client: Client,
    kind: Exclude<(typeof writes)[number], 'create' | 'createDraft'>,
    document: PlainDocument,
  ): Promise<string> {
    const path = `/api/posts/${document.id}`;
    // Some clients send an outdated revision.
    const behind = this.#roll(6) === 0 ? 1 : 0;
    const headers: Readonly<Record<string, string>> =
      behind === 1 || this.#roll(3) === 0 ? { 'if-match': `"${document.merged.revision - behind}"` } : {};
    if (behind === 1) {
      const result = await client.patch(path, { rank: 5 }, { ...headers, ...(this.#roll(2) ? asDraft : {}) });
      expect(this.#isRefused(result, 'moved on')).toBe(true);
      expect(result.body.currentRevision).toBe(document.merged.revision);
      return 'behind';
    }
    switch (kind) {
      case 'change':
      case 'save': {
        const data = this.#anyChange();
        const isDraft = kind === 'save';
        const result = await client.patch(path, bodyOf(data), { ...headers, ...(isDraft ? asDraft : {}) });
        const attempt = structuredClone(document);
        if (Object.keys(data).length > 0) {
          const refusal =
            (isDraft ? save(attempt, data) : change(attempt, data)) ?? this.#uniqueRefusal(attempt);
          if (!this.#isRefused(result, refusal)) this.#model.set(document.id, attempt);
        }
        return JSON.stringify(data);
      }
      case 'publish':
        return this.#step(document, await client.post(`${path}/publish`, {}, headers), publish);
      case 'unpublish':
        return this.#step(document, await client.post(`${path}/unpublish`, {}, headers), (one) => {
          unpublish(one);
          return null;
        });
      case 'discard':
        return this.#step(document, await client.delete(`${path}/draft`, headers), discard);
      case 'restore':
        return this.#restore(client, document, headers);
      case 'delete': {
        if (this.#pointedTo.has(document.id) || this.#roll(2) === 0) return 'not';
        expect((await client.delete(path, headers)).status).toBe(200);
        this.#model.delete(document.id);
        return document.id;
      }
    }
  }

  /**
   * Without a pending draft, a step may write nothing or write the same content again; the response shows
   * which.
   */
  #step(document: PlainDocument, result: Result, take: (document: PlainDocument) => Refusal | null): string {
    const attempt = structuredClone(document);
    const isNothing = document.published !== null && !hasPendingFields(document);
    const refusal = take(attempt);
    if (this.#isRefused(result, refusal)) return `refused: ${refusal}`;
    expect(result.status).toBe(200);
    const isUnwritten = isNothing && result.body._revision === document.merged.revision;
    if (!isUnwritten || attempt.published === null) this.#model.set(document.id, attempt);
    return document.id;
  }

  async #restore(
    client: Client,
    document: PlainDocument,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const path = `/api/posts/${document.id}/versions`;
    const { docs } = (await client.get(`${path}?limit=3&page=${1 + this.#roll(3)}`)).body;
    if (docs.length === 0) return 'nothing so old';
    const version = this.#oneOf(docs as readonly Answer[]);
    const content = contentOf(version.document);
    // Versions are ordered by time; the content identifies which one this is.
    expect(document.versions).toContainEqual(content);
    const result = await client.post(`${path}/${version.id}/restore`, {}, headers);
    const attempt = structuredClone(document);
    save(attempt, content);
    const refusal = this.#uniqueRefusal(attempt);
    if (!this.#isRefused(result, refusal)) this.#model.set(document.id, attempt);
    return JSON.stringify(content);
  }

  #uniqueRefusal({ id, published, merged }: PlainDocument): Refusal | null {
    const codes = [published?.content.code ?? null, merged.content.code];
    return codes.some((code) => isTaken(this.#model, id, code)) ? 'unique' : null;
  }

  #isRefused({ status, body }: Result, refusal: Refusal | null): boolean {
    if (refusal === null) {
      expect({ status, body }).toMatchObject({ status: status < 300 ? status : 200 });
      return false;
    }
    this.refused.add(refusal);
    expect({ refusal, status }).toEqual({ refusal, status: refusal === 'required' ? 400 : 409 });
    return true;
  }

  async compare(about: string): Promise<void> {
    const { reader, writers } = this.#clients;
    const editor = this.#oneOf(writers);
    const rank = this.#roll(6);
    for (const [client, view] of [
      [reader, 'published'],
      [editor, 'merged'],
    ] as const) {
      const documents = viewOf(this.#model, view);
      const list = (await client.get('/api/posts?depth=1&limit=100')).body;
      const sorted = [...documents.values()].sort(byRank);
      same(
        `${about}: ${view}`,
        list.docs,
        sorted.map((one) => populated(one, documents)),
      );
      same(`${about}: total of ${view}`, list.totalDocs, sorted.length);
      const counted = (await client.get('/api/posts?limit=0')).body;
      same(`${about}: count of ${view}`, counted.totalDocs, sorted.length);

      const pending = (await client.get(`/api/posts?${query({ where: { _pending: true }, limit: 100 })}`))
        .body;
      const changed = sorted.filter((one) => one.pending === true).map(({ id }) => id);
      same(
        `${about}: pending in ${view}`,
        [pending.totalDocs, ...idsOf(pending.docs)],
        [changed.length, ...changed],
      );

      const where = { OR: [{ rank: { gt: rank } }, { 'next.rank': rank }] };
      const filtered = (await client.get(`/api/posts?${query({ where, select: 'rank', sort: 'rank_desc' })}`))
        .body;
      const meeting = sorted.filter(
        ({ content }) =>
          (content.rank ?? -1) > rank || documents.get(content.next ?? '')?.content.rank === rank,
      );
      same(
        `${about}: filter of ${view}`,
        [filtered.totalDocs, ...idsOf(filtered.docs)],
        [meeting.length, ...meeting.sort(byRankDown).map(({ id }) => id)],
      );
      await this.#compareOne(client, about, documents);
    }
  }

  async #compareOne(client: Client, about: string, documents: ReadonlyMap<string, Shown>): Promise<void> {
    if (this.#touched === '') return;
    const shown = documents.get(this.#touched);
    const { status, body, headers } = await client.get(`/api/posts/${this.#touched}`);
    same(`${about}: status`, status, shown === undefined ? 404 : 200);
    if (shown === undefined) return;
    same(`${about}: by id`, body, plain(shown));
    same(`${about}: tag`, headers.get('etag'), `"${shown.revision}"`);
  }

  #anyChange(): Change {
    const roll = this.#roll;
    const next = roll(3) === 0 ? null : (this.#oneOf([...this.#model.keys(), null]) ?? null);
    const all: Content = {
      title: roll(7) === 0 ? null : `Title ${roll(4)}`,
      rank: roll(5) === 0 ? null : roll(6),
      code: roll(2) === 0 ? null : `code-${roll(14)}`,
      next,
      'seo.word': `Word ${roll(3)}`,
      'seo.text': roll(3) === 0 ? null : `Text ${roll(3)}`,
    };
    const chosen = Object.entries(all).filter(([name]) => roll(name === 'title' ? 4 : 3) === 0);
    const data = Object.fromEntries(chosen) as Change;
    if (data.next !== undefined && data.next !== null) this.#pointedTo.add(data.next);
    return data;
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[this.#roll(items.length)] as T;
  }
}

/**
 * Compares responses without their times. It runs thousands of times, so the cheap comparison of texts comes
 * first.
 */
function same(about: string, found: unknown, expected: unknown): void {
  const text = JSON.stringify(found, (key, value: unknown) =>
    key === 'createdAt' || key === 'updatedAt' ? undefined : value,
  );
  if (text !== JSON.stringify(expected))
    expect({ about, found: JSON.parse(text) }).toEqual({ about, found: expected });
}

function idsOf(docs: readonly Answer[]): readonly string[] {
  return docs.map(({ id }) => id);
}

/** Sorts nulls last in both directions. */
function byRank({ id, content: { rank } }: Shown, other: Shown): number {
  const nulls = Number(rank === null) - Number(other.content.rank === null);
  return nulls || (rank ?? 0) - (other.content.rank ?? 0) || (id < other.id ? -1 : 1);
}

function byRankDown(one: Shown, other: Shown): number {
  const nulls = Number(one.content.rank === null) - Number(other.content.rank === null);
  return nulls || (other.content.rank ?? 0) - (one.content.rank ?? 0) || (one.id < other.id ? 1 : -1);
}

function plain({ id, content, revision, status, pending }: Shown): object {
  const { 'seo.word': word, 'seo.text': text, ...fields } = content;
  return {
    ...(pending !== undefined && { _pending: pending }),
    id,
    _status: status,
    _revision: revision,
    ...fields,
    seo: { word, text },
  };
}

function populated(shown: Shown, documents: ReadonlyMap<string, Shown>): object {
  const next = documents.get(shown.content.next ?? '');
  return { ...plain(shown), next: next === undefined ? null : plain(next) };
}

function bodyOf(change: Change): object {
  const { 'seo.word': word, 'seo.text': text, ...fields } = change;
  const seo = { ...(word !== undefined && { word }), ...(text !== undefined && { text }) };
  return Object.keys(seo).length === 0 ? fields : { ...fields, seo };
}

function contentOf({ title, rank, code, next, seo }: Answer): Content {
  return { title, rank, code, next, 'seo.word': seo.word, 'seo.text': seo.text };
}
