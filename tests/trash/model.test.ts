/**
 * Random writes around the trash, compared with a plain model of it: after each write the lists, the trash,
 * the references and the counts of every collection must be those of the model.
 */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createDice } from '../oracle/dice.js';
import { type AuthClient, startAuthServer } from '../support/auth-server.js';
import { draws } from '../support/draws.js';

const config: Partial<ServiceConfig> = {
  collections: [
    { slug: 'topics', drafts: false, trash: true, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      trash: true,
      fields: [
        { name: 'sku', type: 'text', unique: true },
        { name: 'topic', type: 'relationship', to: 'topics', onDelete: 'set null' },
        { name: 'topics', type: 'relationship', to: 'topics', hasMany: true, onDelete: 'set null' },
      ],
    },
    {
      slug: 'comments',
      drafts: false,
      trash: true,
      fields: [{ name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' }],
    },
  ],
};

const slugs = ['topics', 'posts', 'comments'] as const;
type Slug = (typeof slugs)[number];

/** A document of the model. */
interface Entry {
  readonly id: string;
  readonly slug: Slug;
  readonly status: 'draft' | 'published';
  isTrashed: boolean;
  /** The document with which it was moved along. */
  along: string | null;
  sku: string | null;
  /** Ids by field. */
  topic: string | null;
  topics: readonly string[];
  post: string | null;
  /** What has lost its reference to it. */
  lost: { readonly id: string; readonly field: 'topic' | 'topics' | 'post' }[];
}

type Values = Partial<Pick<Entry, 'sku' | 'topic' | 'topics' | 'post'>>;

class Run {
  readonly #entries: Map<string, Entry> = new Map();
  readonly #client: AuthClient;
  readonly #dice: () => number;

  constructor(client: AuthClient, seed: number) {
    this.#client = client;
    this.#dice = createDice(seed);
  }

  async step(): Promise<string> {
    const slug = this.#oneOf(slugs);
    const live = this.#of(slug, false);
    const trashed = this.#of(slug, true);
    const kind = this.#roll(12);
    if (kind < 3 || live.length + trashed.length === 0) return this.#create(slug);
    if (kind < 5 && live.length > 0) return this.#update(this.#oneOf(live));
    if (kind < 7 && live.length > 0) return this.#many('delete', slug, this.#some(live));
    if (kind === 7) return this.#purge(slug, this.#oneOf([...live, ...trashed]));
    if (kind === 8 && this.#roll(4) === 0) return this.#empty(slug);
    if (trashed.length > 0) return this.#many('restore', slug, this.#some(trashed));
    return 'nothing';
  }

  async #create(slug: Slug): Promise<string> {
    const values = this.#values(slug);
    const isDraft = slug === 'posts' && this.#roll(3) === 0;
    const headers: Record<string, string> = isDraft ? { 'x-draft': 'true' } : {};
    const { status, body } = await this.#client.post(`/api/${slug}`, values, headers);
    const isFree = this.#isFree(values.sku ?? null, null);
    expect([status, body.details]).toEqual(isFree ? [201, undefined] : [409, expect.anything()]);
    if (isFree) {
      const empty = { isTrashed: false, along: null, sku: null, topic: null, topics: [], post: null };
      const head = { id: body.id, slug, status: isDraft ? 'draft' : 'published', lost: [] } as const;
      this.#entries.set(body.id, { ...head, ...empty, ...values, lost: [] });
    }
    return `create ${slug} ${JSON.stringify(values)}`;
  }

  async #update(entry: Entry): Promise<string> {
    const values = this.#values(entry.slug);
    const headers: Record<string, string> = entry.status === 'draft' ? { 'x-draft': 'true' } : {};
    const path = `/api/${entry.slug}/${entry.id}`;
    const { status } = await this.#client.send('PATCH', path, values, headers);
    const isFree = this.#isFree(values.sku ?? null, entry.id);
    expect(status).toBe(isFree ? 200 : 409);
    if (isFree) Object.assign(entry, values);
    return `update ${entry.id} ${JSON.stringify(values)}`;
  }

  /** One by its own route, or several in one transaction. */
  async #many(op: 'delete' | 'restore', slug: Slug, entries: readonly Entry[]): Promise<string> {
    const before = structuredClone([...this.#entries]);
    let isDone = true;
    for (const { id } of entries) isDone = isDone && this.#apply(op, id);
    if (!isDone) {
      this.#entries.clear();
      for (const [id, entry] of before) this.#entries.set(id, entry);
    }
    const status = await this.#send(op, slug, entries);
    const about = `${op} ${entries.map(({ id }) => id).join()}`;
    expect({ about, isDone: status === 200 }).toEqual({ about, isDone });
    return about;
  }

  async #send(op: 'delete' | 'restore', slug: Slug, entries: readonly Entry[]): Promise<number> {
    const [{ id } = { id: '' }] = entries;
    const path = `/api/${slug}/${id}`;
    if (entries.length > 1) {
      const operations = entries.map((entry) => ({ op, id: entry.id }));
      return (await this.#client.post(`/api/${slug}/bulk`, { operations })).status;
    }
    if (op === 'delete') return (await this.#client.delete(path)).status;
    return (await this.#client.post(`${path}/restore`)).status;
  }

  /** False where the service refuses it. */
  #apply(op: 'delete' | 'restore', id: string): boolean {
    const entry = this.#entries.get(id);
    // Moved along, or returned with another of the same request.
    if (entry === undefined || entry.isTrashed === (op === 'delete')) return false;
    if (op === 'delete') this.#trash(entry, true);
    else return this.#restore(entry);
    return true;
  }

  #trash(entry: Entry, isRemembered: boolean): void {
    entry.isTrashed = true;
    entry.along = null;
    for (const other of this.#entries.values()) {
      if (other.isTrashed) continue;
      if (other.post === entry.id) Object.assign(other, { isTrashed: true, along: entry.id });
      for (const field of ['topic', 'topics'] as const) {
        if (![other[field]].flat().includes(entry.id)) continue;
        if (field === 'topic') other.topic = null;
        else other.topics = other.topics.filter((id) => id !== entry.id);
        if (isRemembered) entry.lost.push({ id: other.id, field });
      }
    }
  }

  #restore(entry: Entry): boolean {
    if (!this.#isFree(entry.sku, entry.id)) return false;
    const members = [...this.#entries.values()].filter(
      ({ along, isTrashed }) => isTrashed && along === entry.id,
    );
    for (const one of [entry, ...members]) Object.assign(one, { isTrashed: false, along: null });
    for (const field of ['topic', 'post'] as const) {
      if (this.#isLeft(entry, field, entry[field])) entry[field] = null;
    }
    entry.topics = entry.topics.filter((id) => !this.#isLeft(entry, 'topics', id));
    for (const { id, field } of entry.lost) {
      const other = this.#entries.get(id);
      if (other === undefined) continue;
      if (field !== 'topics') other[field] ??= entry.id;
      else if (!other.topics.includes(entry.id)) other.topics = [...other.topics, entry.id];
    }
    entry.lost = [];
    return true;
  }

  /** Whether a document returns without a reference; one into the trash is remembered there. */
  #isLeft({ id }: Entry, field: 'topic' | 'topics' | 'post', to: string | null): boolean {
    const target = to === null ? null : this.#entries.get(to);
    if (target?.isTrashed === true) target.lost.push({ id, field });
    return target === undefined || target?.isTrashed === true;
  }

  async #purge(slug: Slug, entry: Entry): Promise<string> {
    const { status } = await this.#client.delete(`/api/${slug}/${entry.id}?permanent=true`);
    expect(status).toBe(200);
    if (!entry.isTrashed) this.#trash(entry, false);
    this.#entries.delete(entry.id);
    return `purge ${entry.id}`;
  }

  async #empty(slug: Slug): Promise<string> {
    const { status, body } = await this.#client.post(`/api/${slug}/trash/empty`);
    const trashed = this.#of(slug, true);
    expect([status, body]).toEqual([200, { purged: trashed.length, left: 0 }]);
    for (const { id } of trashed) this.#entries.delete(id);
    return `empty ${slug}`;
  }

  async compare(about: string): Promise<void> {
    for (const slug of slugs) {
      for (const [query, isTrashed] of [
        [slug === 'posts' ? 'draft=true' : 'depth=0', false],
        ['trash=only', true],
      ] as const) {
        const { body } = await this.#client.get(`/api/${slug}?${query}&limit=100`);
        const found = { about, totalDocs: body.totalDocs, docs: body.docs.map(shown).sort(byId) };
        const expected = this.#of(slug, isTrashed);
        expect(found).toEqual({
          about,
          totalDocs: expected.length,
          docs: expected.map((entry) => shown({ ...entry, _status: entry.status })).sort(byId),
        });
      }
    }
    const topic = this.#of('topics', false)[0]?.id;
    if (topic === undefined) return;
    const where = { OR: [{ topic: { equals: topic } }, { topics: { contains: topic } }] };
    const { body } = await this.#client.get(
      `/api/posts?draft=true&limit=0&where=${encodeURIComponent(JSON.stringify(where))}`,
    );
    const referring = this.#of('posts', false).filter((one) => [one.topic, ...one.topics].includes(topic));
    expect({ about, referring: body.totalDocs }).toEqual({ about, referring: referring.length });
  }

  #values(slug: Slug): Values {
    if (slug === 'topics') return {};
    if (slug === 'comments') return { post: this.#anyOf('posts') };
    const [topic, first, second] = [this.#anyOf('topics'), this.#anyOf('topics'), this.#anyOf('topics')];
    const topics = [...new Set([first, second])].filter((id) => id !== null);
    return { sku: this.#roll(2) === 0 ? null : `sku-${this.#roll(6)}`, topic, topics };
  }

  #isFree(sku: string | null, id: string | null): boolean {
    return sku === null || !this.#of('posts', false).some((one) => one.sku === sku && one.id !== id);
  }

  #anyOf(slug: Slug): string | null {
    return this.#oneOf([null, ...this.#of(slug, false).map(({ id }) => id)]);
  }

  #of(slug: Slug, isTrashed: boolean): readonly Entry[] {
    return [...this.#entries.values()].filter((one) => one.slug === slug && one.isTrashed === isTrashed);
  }

  #some(entries: readonly Entry[]): readonly Entry[] {
    const count = this.#roll(2) === 0 ? 1 : 1 + this.#roll(3);
    return [...new Set(Array.from({ length: count }, () => this.#oneOf(entries)))];
  }

  #roll(bound: number): number {
    return Math.floor(this.#dice() * bound);
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[this.#roll(items.length)] as T;
  }
}

type Shown = Readonly<Record<string, unknown>>;

function shown({ id, sku, topic, topics, post, _status, slug }: Shown): Shown {
  const isPost = slug === undefined ? topics !== undefined : slug === 'posts';
  if (isPost) return { id, sku, topic, topics, _status };
  const isComment = slug === undefined ? post !== undefined : slug === 'comments';
  return isComment ? { id, post } : { id };
}

function byId(one: Shown, other: Shown): number {
  return String(one['id']) < String(other['id']) ? -1 : 1;
}

test.each([1, 2, 3])(
  'random writes leave what a plain model of the trash has (seed %i)',
  async (seed) => {
    const server = await startAuthServer({ config, auth: { rateLimit: false } });
    const run = new Run(await server.signedIn(), seed);
    for (let step = 0; step < draws(180); step += 1) await run.compare(`step ${step}: ${await run.step()}`);
  },
  180_000,
);
