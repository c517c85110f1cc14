import { documentReply, json } from './documents.js';
import { type MockFailure, MockRefusal, type Reply, refuseField, type ServerErrorCode } from './errors.js';
import { bulk, type Operation, operationsOf } from './many.js';
import { isData } from './paths.js';
import { hitsOf, type Stores } from './reading.js';
import { type MockCall, type MockFile, readingOf } from './request.js';
import type { Data, DocumentSchema, MockSchema } from './schema.js';
import { type Session, sessionReply } from './session.js';
import { createSequence, type Sequence, Store } from './store.js';
import type { Target } from './target.js';

/** What the emitted code knows of the service. */
export interface MockedContract {
  readonly schema: MockSchema;
  /** Present with authentication. */
  readonly auth?: { readonly tokenInBody: boolean };
}

interface Failing extends MockFailure {
  readonly code: ServerErrorCode;
  times: number;
}

/** The service: its documents, files and session, in memory. */
export class MockService implements Stores {
  readonly schema: MockSchema;
  readonly sequence: Sequence;
  readonly session: Session;
  private readonly hasAuth: boolean;
  private readonly stores: Map<string, Store>;
  private readonly files: Map<string, MockFile>;
  private failures: Failing[];

  constructor({ schema, auth }: MockedContract) {
    this.schema = schema;
    this.sequence = createSequence();
    this.stores = new Map();
    this.files = new Map();
    this.failures = [];
    this.hasAuth = auth !== undefined;
    const tokenInBody = auth?.tokenInBody === true;
    this.session = { tokenInBody, userId: null, passwords: new Map(), emailChange: null };
    for (const [name, own] of Object.entries(schema)) this.stores.set(name, new Store(own, this.sequence));
  }

  store(name: string): Store {
    const store = this.stores.get(name);
    if (!store) throw new Error(`There is no collection ${name}.`);
    return store;
  }

  fail(code: ServerErrorCode, failure: MockFailure): void {
    this.failures.push({ ...failure, code, times: failure.times ?? 1 });
  }

  reset(): void {
    for (const store of this.stores.values()) store.clear();
    this.files.clear();
    this.failures = [];
    this.session.userId = null;
    this.session.passwords.clear();
    this.session.emailChange = null;
    this.sequence.restart();
  }

  /** Keeps the password of a new user. */
  remember({ email, password }: Data): void {
    if (typeof password === 'string') this.session.passwords.set(`${email}`, password);
  }

  /** The address of a new file. */
  urlOf({ path }: DocumentSchema, id: string, filename: string): string {
    return `/api/${path}/${id}/file/${this.sequence.id()}/${encodeURIComponent(filename)}`;
  }

  /** Carries out a call; undefined where nothing is mocked. */
  async reply(call: MockCall): Promise<Reply | undefined> {
    const path = call.path.join('/');
    this.failIfWanted(call, path);
    if (this.hasAuth && call.path[0] === 'auth') {
      return sessionReply(this.session, this.store('users'), call);
    }
    if (path === 'svc/search') {
      const { q = '', collections } = call.query;
      const named = collections === undefined ? {} : { collections: `${collections}`.split(',') };
      return json(hitsOf(this, { ...readingOf(call.query), q: `${q}`, ...named }));
    }
    if (path === 'svc/bulk' && call.method === 'POST') {
      const targetOf = ({ collection, global }: Operation): Target => {
        const wanted = collection ?? `globals/${global}`;
        const name = Object.keys(this.schema).find((each) => this.schema[each]?.path === wanted);
        return name === undefined
          ? refuseField('collection', 'data.invalid', 'Is unknown.')
          : this.target(name);
      };
      return json(bulk(operationsOf(call.body), targetOf, call.body));
    }
    const names = Object.keys(this.schema);
    const name = names.find((each) => `${path}/`.startsWith(`${this.schema[each]?.path}/`));
    if (name === undefined) return undefined;
    const store = this.store(name);
    const rest = call.path.slice(store.schema.path.split('/').length);
    if (store.schema.hasFiles && rest[1] === 'file') return this.fileReply(store, rest, call.query);
    if (this.hasAuth && name === 'users' && call.method === 'POST') this.remember(call.body);
    return documentReply(this.target(name), call, rest);
  }

  private target(name: string): Target {
    const store = this.store(name);
    return {
      ...{ stores: this, name, store, newId: this.sequence.id, userId: this.session.userId },
      keep: (file, id) => this.keep(store, file, id),
    };
  }

  private failIfWanted({ method }: MockCall, path: string): void {
    const failing = this.failures.find(
      (each) => each.times > 0 && (each.method ?? method) === method && path.startsWith(each.path ?? ''),
    );
    if (!failing) return;
    failing.times--;
    throw new MockRefusal(failing.code, failing);
  }

  private keep({ schema }: Store, file: MockFile, id: string): Data {
    const { name: filename = 'file', size: filesize, type } = file;
    const url = this.urlOf(schema, id, filename);
    this.files.set(url, file);
    const { checksum } = schema.example;
    const found = imageFacts(schema, type.startsWith('image/') ? url : null);
    return { checksum, filename, mimeType: type || 'application/octet-stream', filesize, url, ...found };
  }

  private async fileReply(
    store: Store,
    [id = '', , ...rest]: readonly string[],
    query: Data,
  ): Promise<Reply> {
    const document = store.read(id, true);
    const [file, filename = ''] = rest;
    const url = file
      ? `/api/${store.schema.path}/${id}/file/${file}/${encodeURIComponent(filename)}`
      : document?.['url'];
    const kept = this.files.get(`${url}`);
    if (!document || (!kept && document['url'] !== url)) throw store.unknown(id);
    const saved = 'download' in query ? { 'Content-Disposition': 'attachment' } : {};
    const headers = { 'Content-Type': kept?.type || `${document['mimeType']}`, ...saved };
    return { status: 200, bytes: (await kept?.arrayBuffer()) ?? '', headers };
  }
}

/** What a document says of its image, where its collection has images: the example, or null for others. */
function imageFacts({ example }: DocumentSchema, url: string | null): Data {
  const facts: Data = {};
  for (const name of ['width', 'height', 'thumbhash', 'sizes']) {
    if (name in example) facts[name] = url === null ? null : example[name];
  }
  const { sizes } = facts;
  if (url === null || !isData(sizes)) return facts;
  // Each size shows the file itself.
  const shown = Object.entries(sizes).map(([name, size]) => [name, { ...(size as Data), url }]);
  return { ...facts, sizes: Object.fromEntries(shown) };
}
