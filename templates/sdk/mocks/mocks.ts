import {
  errorReply,
  type MockErrorFields,
  type MockFailure,
  MockRefusal,
  type Reply,
  type ServerErrorCode,
} from './errors.js';
import { fixtureOf } from './fixture.js';
import { replaceAt, valueAt } from './paths.js';
import { callOf, type MockRequest } from './request.js';
import type { Data } from './schema.js';
import { type MockedContract, MockService } from './service.js';
import { userByEmail, userObject } from './session.js';
import type { Store } from './store.js';
import type { MockOptions } from './types.js';

type Resolver = (info: { readonly request: MockRequest }) => Promise<unknown>;

/** MSW as it is called. */
interface Msw {
  readonly http: { all(path: string, resolver: Resolver): unknown };
  readonly HttpResponse: {
    new (body: unknown, init: object): unknown;
    json(body: unknown, init: object): unknown;
  };
}

interface View {
  readonly draft?: boolean;
}

/** Makes the mocks of a service. The emitted code gives them their types. */
export function mocksOf(contract: MockedContract, options: MockOptions<unknown, unknown>): object {
  const { http, HttpResponse } = options as unknown as Msw;
  const service = new MockService(contract);
  const respond = ({ status, body, bytes, headers }: Reply): unknown =>
    bytes === undefined
      ? HttpResponse.json(body, { status, headers })
      : new HttpResponse(bytes, { status, headers });
  const resolve: Resolver = async ({ request }) => {
    try {
      const call = await callOf(request, options.baseUrl);
      const reply = call && (await service.reply(call));
      // Undefined leaves the request to other handlers.
      return reply && respond(reply);
    } catch (error) {
      if (error instanceof MockRefusal) return respond(errorReply(error));
      throw error;
    }
  };
  return {
    handlers: [http.all(`${options.baseUrl.replace(/\/+$/, '')}/api/*`, resolve)],
    fixture: byName(
      service,
      (name) =>
        (fields: object = {}, wanted: object = {}) =>
          fixtureOf(service, { name, fields, options: wanted }),
    ),
    data: byName(service, (name) =>
      name.startsWith('globals/') ? globalData(service, name) : collectionData(service, name),
    ),
    fail: (code: ServerErrorCode, failure: MockFailure = {}) => service.fail(code, failure),
    error: (code: ServerErrorCode, fields?: MockErrorFields) =>
      respond(errorReply(new MockRefusal(code, fields))),
    reset: () => service.reset(),
    ...(contract.auth && sessionMethods(service)),
  };
}

/** Puts what is made for each name where the client has it. */
function byName({ schema }: MockService, make: (name: string) => unknown): object {
  const globals: Data = {};
  const made: Data = { globals };
  for (const name of Object.keys(schema)) {
    const [, global] = name.split('globals/');
    (global ? globals : made)[global ?? name] = make(name);
  }
  return made;
}

function globalData(service: MockService, name: string): object {
  const store = service.store(name);
  return {
    set: (fields: object) => store.view(store.update('global', fields, { draft: false }), false),
    get: () => store.read('global', false),
  };
}

interface CollectionData {
  add(fields?: Data, view?: View): Data;
  all(view?: View): readonly Data[];
  clear(): void;
}

function collectionData(service: MockService, name: string): CollectionData {
  const store = service.store(name);
  return {
    add: (fields = {}, { draft = false } = {}) => {
      const document = fixtureOf(service, { name, fields, options: {} });
      distinguish(store, document, fields);
      // Each file has an address of its own.
      if (store.schema.hasFiles && fields['url'] === undefined) {
        document['url'] = service.urlOf(store.schema, `${document['id']}`, `${document['filename']}`);
      }
      service.remember(fields);
      return store.view(store.create(document, { draft }), draft) ?? {};
    },
    all: ({ draft = false } = {}) => store.views(draft),
    clear: () => store.clear(),
  };
}

/** Examples of unique fields get a number. */
function distinguish(store: Store, document: Data, fields: Data): void {
  const { unique = [], example } = store.schema;
  const number = store.views(true).length + 1;
  for (const path of number > 1 ? unique : []) {
    const value = valueAt(example, path);
    if (typeof value !== 'string' || valueAt(fields, path) !== undefined) continue;
    replaceAt(document, path.split('.'), () => value.replace(/(?=@|$)/, `-${number}`));
  }
}

function sessionMethods(service: MockService): object {
  return {
    logIn: (fields: Data = {}) => {
      const users = service.store('users');
      const email = fields['email'] ?? users.schema.example['email'];
      const user = userByEmail(users, `${email}`) ?? collectionData(service, 'users').add(fields);
      service.session.userId = `${user['id']}`;
      return userObject(user);
    },
    logOut: () => {
      service.session.userId = null;
    },
  };
}
