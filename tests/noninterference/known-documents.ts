/** What both worlds have in common, and the ids of what is hidden: all as tokens. */
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import type { Random } from '../fuzz/random.js';
import type { TwinRequest, TwinResponse } from './twin.js';

export interface HiddenDocument {
  readonly token: string;
  /** In which worlds it exists. */
  readonly present: readonly [boolean, boolean];
  /** Documents that the requester sees may refer to it, so it stays. */
  readonly referred: boolean;
  /**
   * Whether no request names it: who may write a collection without reading it gets the times, status and
   * revision of every document whose id they know (docs/access.md).
   */
  readonly unaddressed: boolean;
  /** Whether it is a draft that everybody with the right to write drafts may save, if they know its id. */
  readonly takesDrafts: boolean;
}

interface KnownCursor {
  readonly token: string;
  readonly query: Readonly<Record<string, JsonValue>>;
}

const maxKept = 25;

/** The documents of a session, by collection. */
export class KnownDocuments {
  readonly #seen: Map<string, string[]> = new Map();
  readonly #hidden: Map<string, HiddenDocument[]> = new Map();
  /** Documents with drafts that only one world has: their newest content must not become public. */
  readonly drafted: Set<string> = new Set();
  /** Those whose hidden draft decides on the rights of the requester. */
  readonly deciding: Set<string> = new Set();
  readonly #versions: string[] = [];
  readonly #nowhere: string;
  #cursor: KnownCursor | null = null;
  #codes = 0;

  /** @param nowhere an id that no document has. */
  constructor(nowhere: string) {
    this.#nowhere = nowhere;
    this.#versions.push(nowhere);
  }

  addSeen(slug: string, token: string): void {
    const list = this.#seen.get(slug) ?? [];
    this.#seen.set(slug, list);
    if (!list.includes(token)) list.push(token);
    if (list.length > maxKept) list.shift();
  }

  addHidden(slug: string, document: HiddenDocument): void {
    const list = this.#hidden.get(slug) ?? [];
    this.#hidden.set(slug, list);
    list.push(document);
    if (list.length > maxKept) list.shift();
  }

  /** An id of a collection: of a document that the requester may see, of a hidden one, or of none. */
  any(slug: string, random: Random): string {
    if (random.chance(0.25)) return this.hidden(slug, random);
    return random.pickOr(this.#seen.get(slug) ?? [], this.#nowhere);
  }

  hidden(slug: string, random: Random): string {
    const found = this.hiddenIn(slug, random);
    return found === null || found.unaddressed ? this.#nowhere : found.token;
  }

  hiddenIn(slug: string, random: Random): HiddenDocument | null {
    return random.pickOr(this.#hidden.get(slug) ?? [], null);
  }

  /**
   * Whether saving a draft of the document that a path names shows that there is a hidden draft, or that the
   * rules allow to change it (docs/security.md#v8-authorization).
   */
  showsDraft(path: string): boolean {
    const token = path.split('/')[3] ?? '';
    if (this.deciding.has(token)) return true;
    return [...this.#hidden.values()].flat().some((one) => one.token === token && one.takesDrafts);
  }

  seen(slug: string, random: Random): string | null {
    return random.pickOr(this.#seen.get(slug) ?? [], null);
  }

  /** Targets of relations: only documents that both worlds have. */
  target(random: Random): (slug: string) => string | null {
    return (slug) => (random.chance(0.8) ? this.seen(slug, random) : null);
  }

  version(random: Random): string {
    return random.pickOr(this.#versions, this.#nowhere);
  }

  cursor(): KnownCursor | null {
    return this.#cursor;
  }

  /** A unique value. The requester and the chief share them; hidden documents have none of them. */
  unique = (): string => `code ${this.#codes++}`;

  /** Learns what a response to the requester shows. */
  learn(request: TwinRequest, response: TwinResponse): void {
    if (response.status >= 400 || response.text === '') return;
    const [, , slug = '', , part] = request.path.split('?')[0]?.split('/') ?? [];
    const body = JSON.parse(response.text) as JsonObject;
    const docs = (Array.isArray(body['docs']) ? body['docs'] : []) as readonly JsonObject[];
    if (part === 'versions' || request.path.endsWith('front/versions')) {
      for (const { id } of docs) this.#versions.push(String(id));
      if (this.#versions.length > maxKept) this.#versions.splice(0, docs.length);
      return;
    }
    if (slug === 'users') for (const { id } of docs) this.addSeen(slug, String(id));
    if (response.status === 201 && typeof body['id'] === 'string') this.addSeen(slug, body['id']);
    const results = (Array.isArray(body['results']) ? body['results'] : []) as readonly JsonObject[];
    for (const { id, status } of results) if (status === 201) this.addSeen(slug, String(id));
    if (typeof body['nextCursor'] === 'string' && request.query !== undefined) {
      const { cursor: _, page: __, ...query } = request.query;
      this.#cursor = { token: body['nextCursor'], query };
    }
  }
}
