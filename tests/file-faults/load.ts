/** Random requests of several clients at once, and what must be true of the files whatever was cut off. */
import { createHash } from 'node:crypto';
import type { Random } from '../fuzz/random.js';

export interface Load {
  /** Begins to send requests until the server is gone. Resolves when all have ended. */
  begin(url: string): () => Promise<void>;
  /** Resolves when so many more writes are confirmed. */
  confirmed(count: number): Promise<void>;
  /** Checks the documents that were changed since the last check. */
  check(url: string): Promise<void>;
  /** Checks all documents. */
  checkAll(url: string): Promise<void>;
  /** Ids of the files of `leaves`, of which some are in the trash. */
  leaves(url: string): Promise<{ readonly kept: readonly string[]; readonly trashed: readonly string[] }>;
  readonly problems: readonly string[];
  counts(): { readonly writes: number; readonly reads: number; readonly documents: number };
}

/** A document as far as clients know it: contents by their checksums. */
interface Known {
  readonly path: string;
  /**
   * What may be published: one content, or more if the end of a request is not known. Null: no document. One
   * in the trash has {@link inTrash} before its content.
   */
  published: ReadonlySet<string | null>;
  isBusy: boolean;
  isChanged: boolean;
}

const clients = 6;
const slugs = ['papers', 'notes', 'leaves'] as const;
const inTrash = 'trash ';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Null if the connection ended before the response did. */
async function ask(url: string, init: RequestInit = {}): Promise<Answer | null> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

/** The query for what is published, of a collection with drafts. */
function published(path: string): string {
  return path.startsWith('/api/notes/') ? '?draft=false' : '';
}

function checksumOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

interface BegunUpload {
  readonly uploadId: string;
  readonly parts: readonly {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly from: number;
    readonly to: number;
  }[];
}

/** The end of a direct upload whose response did not come. */
interface LostEnd {
  readonly path: string;
  readonly slug: string;
  readonly checksum: string;
}

interface Listed {
  readonly id: string;
  readonly url: string;
  readonly checksum: string;
}

/** What is published of a collection, page by page; or what is in its trash. */
async function allOf(url: string, slug: string, trash = ''): Promise<readonly Listed[]> {
  const query = published(`/api/${slug}/`).replace('?', '&') + trash;
  const found: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const list = await ask(`${url}/api/${slug}?limit=50&page=${page}${query}`);
    if (list?.status !== 200) throw new Error(`The list of ${slug}: ${list?.status} ${list?.text}`);
    const { docs, hasNextPage } = JSON.parse(list.text) as {
      readonly docs: readonly Listed[];
      readonly hasNextPage: boolean;
    };
    found.push(...docs);
    if (!hasNextPage) return found;
  }
}

export function createLoad(random: Random): Load {
  const documents = new Map<string, Known>();
  const problems: string[] = [];
  let [writes, reads, count] = [0, 0, 0];

  const ends: LostEnd[] = [];
  const waiting = new Set<() => void>();

  function wrote(): void {
    writes += 1;
    for (const look of waiting) look();
  }

  /** Mostly small files; some are so large that a bucket takes them in parts. */
  function content(): string {
    count += 1;
    const length = random.chance(0.04) ? 9_000_000 : 1 + random.int(200_000);
    return `${count} ${'abcdefghijklmno\n'.repeat(Math.ceil(length / 16))}`;
  }

  function form(text: string): FormData {
    const body = new FormData();
    body.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt');
    return body;
  }

  async function create(url: string): Promise<boolean> {
    const slug = random.pick(slugs);
    const text = content();
    const answer = await ask(`${url}/api/${slug}`, { method: 'POST', body: form(text) });
    if (answer === null) return false;
    if (answer.status !== 201) return refused('create', answer);
    remember(slug, answer, text);
    return true;
  }

  /** The same by a direct upload: the client stores the parts, in the bucket if there is one. */
  async function createDirect(url: string): Promise<boolean> {
    const slug = random.pick(slugs);
    const text = content();
    const path = `${url}/api/${slug}/uploads`;
    const announced = { filename: 'a.txt', mimeType: 'text/plain', filesize: text.length, data: {} };
    const headers = { 'content-type': 'application/json' };
    const begun = await ask(path, { method: 'POST', headers, body: JSON.stringify(announced) });
    if (begun === null) return false;
    if (begun.status !== 201) return refused('begin', begun);
    const { uploadId, parts } = JSON.parse(begun.text) as BegunUpload;
    for (const part of parts) {
      const body = text.slice(part.from, part.to);
      const stored = await ask(new URL(part.url, url).href, { method: 'PUT', headers: part.headers, body });
      if (stored === null) return false;
      if (stored.status !== 200) return refused('part', stored);
    }
    const done = await ask(`${path}/${uploadId}/complete`, { method: 'POST' });
    if (done === null) {
      ends.push({ path: `/api/${slug}/uploads/${uploadId}/complete`, slug, checksum: checksumOf(text) });
      return false;
    }
    if (done.status !== 201) return refused('complete', done);
    remember(slug, done, text);
    return true;
  }

  function remember(slug: string, { text: json }: Answer, text: string): void {
    const { id } = JSON.parse(json) as { readonly id: string };
    const known = { isBusy: false, isChanged: true, published: new Set([checksumOf(text)]) };
    documents.set(id, { ...known, path: `/api/${slug}/${id}` });
    wrote();
  }

  /** An end whose response did not come is asked for again: it makes one document, or has made it. */
  async function repeatEnds(url: string): Promise<void> {
    for (const { path, slug, checksum } of ends.splice(0)) {
      let answer = await ask(url + path, { method: 'POST' });
      // The request that was cut off holds the upload for half a minute.
      for (let tries = 0; answer?.status === 503 && tries < 40; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        answer = await ask(url + path, { method: 'POST' });
      }
      if (answer === null || ![200, 201].includes(answer.status)) {
        problems.push(`a repeated end was refused: ${answer?.status} ${answer?.text.slice(0, 300)}`);
        continue;
      }
      const document = JSON.parse(answer.text) as Listed;
      if (document.checksum !== checksum)
        problems.push(`a repeated end has another document: ${answer.text}`);
      const known = { isBusy: false, isChanged: true, published: new Set([checksum]) };
      documents.set(document.id, { ...known, path: `/api/${slug}/${document.id}` });
    }
  }

  async function replace(url: string, known: Known): Promise<boolean> {
    const text = content();
    return change(known, checksumOf(text), () =>
      ask(url + known.path, { method: 'PATCH', body: form(text) }),
    );
  }

  /** A draft with another file, which is published or discarded. */
  async function draft(url: string, known: Known): Promise<boolean> {
    const text = content();
    const headers = { 'x-draft': 'true' };
    const saved = await ask(url + known.path, { method: 'PATCH', body: form(text), headers });
    if (saved === null) return false;
    if (saved.status !== 200) return refused('draft', saved);
    if (random.chance(0.4)) return (await ask(`${url}${known.path}/draft`, { method: 'DELETE' })) !== null;
    return change(known, checksumOf(text), () => ask(`${url}${known.path}/publish`, { method: 'POST' }));
  }

  async function remove(url: string, known: Known): Promise<boolean> {
    const forGood = known.path.startsWith('/api/leaves/') ? '?permanent=true' : '';
    return change(known, null, () => ask(`${url}${known.path}${forGood}`, { method: 'DELETE' }));
  }

  /** The content of a document that no request is changing. */
  function contentOf({ published: [one] }: Known): string {
    return String(one).replace(inTrash, '');
  }

  /** Moves a document to the trash, or what is there back, or ends it. */
  async function trashOrBack(url: string, known: Known): Promise<boolean> {
    const text = contentOf(known);
    if (!known.published.has(inTrash + text))
      return change(known, inTrash + text, () => ask(url + known.path, { method: 'DELETE' }));
    if (random.chance(0.2))
      return change(known, null, () => ask(`${url}${known.path}?permanent=true`, { method: 'DELETE' }));
    return change(known, text, () => ask(`${url}${known.path}/restore`, { method: 'POST' }));
  }

  async function change(
    known: Known,
    after: string | null,
    send: () => Promise<Answer | null>,
  ): Promise<boolean> {
    known.isChanged = true;
    const before = known.published;
    known.published = new Set([...before, after]);
    const answer = await send();
    if (answer === null) return false;
    if (answer.status >= 300) {
      known.published = before;
      return refused('change', answer);
    }
    known.published = new Set([after]);
    wrote();
    return true;
  }

  /** A server that is about to be killed refuses nothing. */
  function refused(what: string, { status, text }: Answer): boolean {
    problems.push(`${what} was refused: ${status} ${text.slice(0, 300)}`);
    return true;
  }

  async function read(url: string, known: Known): Promise<boolean> {
    const allowed = known.published;
    const file = await ask(`${url}${known.path}/file${published(known.path)}`);
    if (file === null) return false;
    reads += 1;
    const found = file.status === 200 ? checksumOf(file.text) : file.status === 404 ? null : undefined;
    const mayMiss = [...allowed].some((one) => one === null || one.startsWith(inTrash));
    const fits = found === null ? mayMiss : found !== undefined && allowed.has(found);
    if (!fits)
      problems.push(`${known.path} has a file of status ${file.status}, ${file.text.length} characters`);
    return true;
  }

  async function step(url: string): Promise<boolean> {
    const free = [...documents.values()].filter(({ isBusy, published }) => !isBusy && !published.has(null));
    const known = random.pickOr(free, null);
    if (known === null || random.chance(0.3)) return random.chance(0.5) ? create(url) : createDirect(url);
    known.isBusy = true;
    try {
      if (random.chance(0.3)) return await read(url, known);
      const isTrashed = known.published.has(inTrash + contentOf(known));
      if (isTrashed || (known.path.startsWith('/api/leaves/') && random.chance(0.5)))
        return await trashOrBack(url, known);
      if (random.chance(0.25) && documents.size > 20) return await remove(url, known);
      const hasDrafts = known.path.startsWith('/api/notes/');
      return hasDrafts && random.chance(0.5) ? await draft(url, known) : await replace(url, known);
    } finally {
      known.isBusy = false;
    }
  }

  /** Reads a document and its file; they must fit each other, and be one of the states that are possible. */
  async function settle(url: string, known: Known): Promise<void> {
    const document = await ask(`${url}${known.path}${published(known.path)}`);
    const file = await ask(`${url}${known.path}/file${published(known.path)}`);
    const status = `${known.path}: ${document?.status}, its file ${file?.status}`;
    if (document === null || file === null) throw new Error('The server does not respond.');
    const trashed = document.status === 404 ? await trashedOf(url, known) : null;
    if (trashed !== null && file.status === 404) {
      if (!known.published.has(inTrash + trashed))
        problems.push(`${status}, in the trash, which was not its last state`);
      known.published = new Set([inTrash + trashed]);
    } else if (document.status === 404 && file.status === 404) {
      if (!known.published.has(null)) problems.push(`${status}, which was confirmed`);
      known.published = new Set([null]);
    } else if (document.status !== 200 || file.status !== 200) problems.push(status);
    else {
      const { checksum } = JSON.parse(document.text) as { readonly checksum: string };
      if (checksumOf(file.text) !== checksum)
        problems.push(`${status} has other bytes than the document says`);
      if (!known.published.has(checksum)) problems.push(`${status} has a content that was not the last`);
      known.published = new Set([checksum]);
    }
    known.isChanged = false;
  }

  /** The content of a document in the trash; null where it is not there. */
  async function trashedOf(url: string, { path }: Known): Promise<string | null> {
    if (!path.startsWith('/api/leaves/')) return null;
    const found = await ask(`${url}${path}?trash=only`);
    return found?.status === 200 ? (JSON.parse(found.text) as Listed).checksum : null;
  }

  async function check(url: string, isChosen: (known: Known) => boolean): Promise<void> {
    for (const [id, known] of [...documents]) {
      if (!isChosen(known)) continue;
      await settle(url, known);
      if (known.published.has(null)) documents.delete(id);
    }
  }

  return {
    problems,
    confirmed(more) {
      const enough = writes + more;
      return new Promise((resolve) => {
        const look = (): void => {
          if (writes < enough) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    counts: () => ({ writes, reads, documents: documents.size }),
    begin(url) {
      const work = async (): Promise<void> => {
        while (await step(url));
      };
      const all = Promise.all(Array.from({ length: clients }, work));
      return async () => void (await all);
    },
    async leaves(url) {
      const ids = async (trash: string): Promise<readonly string[]> =>
        (await allOf(url, 'leaves', trash)).map((document) => document.url.split('/').at(-2) ?? '');
      return { kept: await ids(''), trashed: await ids('&trash=only') };
    },
    async check(url) {
      await repeatEnds(url);
      await check(url, ({ isChanged }) => isChanged);
    },
    async checkAll(url) {
      // Creations whose response did not come are documents too.
      for (const slug of slugs) {
        const docs = await allOf(url, slug);
        for (const { id, checksum } of docs) {
          const known = { isBusy: false, isChanged: true, published: new Set([checksum]) };
          if (!documents.has(id)) documents.set(id, { ...known, path: `/api/${slug}/${id}` });
        }
      }
      await check(url, () => true);
    },
  };
}
