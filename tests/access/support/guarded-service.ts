/**
 * A service with access control on real HTTP and a real database. A header names the requester, so these
 * tests are about what requesters may do and not about how they log in.
 */
import { onTestFinished } from 'vitest';
import { createAccessControl } from '../../../runtime/access/document-access.js';
import { anonymous, type Requester } from '../../../runtime/access/requester.js';
import type { AuthServices } from '../../../runtime/auth/auth-services.js';
import { createRateLimiter } from '../../../runtime/auth/rate-limit/create-rate-limiter.js';
import type { CounterStore } from '../../../runtime/auth/sessions/session-store.js';
import { capabilities } from '../../../runtime/capabilities/index.js';
import { describeConfig } from '../../../runtime/codegen/describe-config.js';
import type {
  CollectionDescriptor,
  ContractDescriptor,
  DocumentDescriptor,
} from '../../../runtime/codegen/descriptors.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { createOperations } from '../../../runtime/documents/create-operations.js';
import type { Validator } from '../../../runtime/documents/operation.js';
import { userText } from '../../../runtime/errors/reasons/reason.js';
import { ServiceError } from '../../../runtime/errors/service-error.js';
import { hasVirtual } from '../../../runtime/fields/writable.js';
import type { KeptResponse, Routes } from '../../../runtime/http/api.js';
import { aggregateDocuments } from '../../../runtime/http/handlers/aggregate-handler.js';
import {
  createDocument,
  deleteDocument,
  listDocuments,
  queryDocuments,
  readDocument,
  updateDocument,
} from '../../../runtime/http/handlers/document-handlers.js';
import { duplicateDocument } from '../../../runtime/http/handlers/many/duplicate-handler.js';
import {
  bulkDocuments,
  deleteManyDocuments,
  updateManyDocuments,
} from '../../../runtime/http/handlers/many/many-handlers.js';
import { serviceBulk } from '../../../runtime/http/handlers/many/service-bulk.js';
import { upsertDocument } from '../../../runtime/http/handlers/many/upsert-handler.js';
import { serviceSearch } from '../../../runtime/http/handlers/service-search.js';
import { emptyTrash, restoreDocument } from '../../../runtime/http/handlers/trash/trash-handlers.js';
import { createHttpApp } from '../../../runtime/http/http-app.js';
import { createServiceLog } from '../../../runtime/http/observability/logger.js';
import { createResponseCache } from '../../../runtime/http/response-cache/response-cache.js';
import {
  createPreviewToken,
  discardDraft,
  listVersions,
  publishDocument,
  readVersion,
  restoreVersion,
  unpublishDocument,
} from '../../../runtime/index.js';
import type { SystemSettings } from '../../../runtime/settings/system-settings.js';
import { tablesOf } from '../../../runtime/storage/capability.js';
import type { Driver } from '../../../runtime/storage/driver.js';
import { prepareSchema } from '../../../runtime/storage/schema/prepare-schema.js';
import { prepareSystemTables } from '../../../runtime/storage/schema/system-tables.js';
import { createIdSource } from '../../../runtime/util/ids.js';
import { importValidators, irOf } from '../../support/emitted.js';
import { recordedDriver } from '../../support/recorded-driver.js';
import { key, user } from '../../support/requesters.js';
import { openTestDriver } from '../../support/test-database.js';

/**
 * A parsed response. Untyped, so that tests can read any property; a missing one is undefined and fails the
 * expectation.
 */
// biome-ignore lint/suspicious/noExplicitAny: the responses of arbitrary configs have no type.
export type Answer = any;

export interface Result {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

/** Sends requests of one requester. */
export interface Client {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Result>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Result>;
  patch(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Result>;
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<Result>;
  /** Sends a body that need not be JSON. */
  send(method: string, path: string, body: string): Promise<Result>;
}

export interface GuardedService {
  readonly contract: ContractDescriptor;
  readonly driver: Driver;
  /** Every statement since the list was last emptied, except those in transactions. */
  readonly statements: string[];
  /** The lines of the log. */
  readonly logged: Readonly<Record<string, unknown>>[];
  as(requester: Requester): Client;
}

export interface GuardedOptions {
  /** Time limit of an access callback in milliseconds. */
  readonly timeout?: number;
  /** Default: the validators that are generated for the config. */
  readonly validator?: Validator;
  /** Milliseconds. Default 30 000. */
  readonly requestTimeout?: number;
}

export { anonymous, key, user };

const limiter = createRateLimiter({ limits: null, counters: {} as CounterStore, clock: Date.now });

/** What the audit log keeps is looked at elsewhere. */
const audit = { record: async (): Promise<void> => undefined };

export async function openGuarded(
  config: ServiceConfig,
  { timeout, validator, requestTimeout = 30_000 }: GuardedOptions = {},
): Promise<GuardedService> {
  const contract = describeConfig(config);
  const bare = await openTestDriver({ path: ':memory:', transactionTimeout: 10_000 });
  await prepareSchema(bare, { contract, mode: 'create' });
  await prepareSystemTables(bare, tablesOf(capabilities, contract));
  const statements: string[] = [];
  const driver = recordedDriver(bare, statements);
  const logged: Record<string, unknown>[] = [];
  const log = createServiceLog('error', { write: (line) => void logged.push(JSON.parse(line)) });
  let now = Date.UTC(2026, 0, 1);
  const clock = (): number => {
    now += 1;
    return now;
  };
  const operations = createOperations({ contract, config, driver, clock, ids: createIdSource(clock), log });
  const access = createAccessControl({ contract, config, ...(timeout === undefined ? {} : { timeout }) });
  const requesters = new Map<string, Requester>();
  const http = createHttpApp({
    contract,
    routes: routesOf(contract, validator ? () => validator : await emittedValidators(config)),
    pages: {},
    open: async () => ({
      operations,
      access,
      authentication: {
        // The routes of these tests use no other service, and there are no rate limits.
        services: { limiter, audit } as unknown as AuthServices,
        settings: {} as SystemSettings,
        guard: {
          admit: () => undefined,
          refuseForged: () => undefined,
          authenticate(request) {
            const requester = requesters.get(request.header('x-test-requester') ?? '');
            if (requester === undefined) throw new ServiceError('UNAUTHENTICATED', userText('Unknown.'));
            return requester;
          },
          refused: async () => undefined,
        },
      },
      responses: createResponseCache<KeptResponse>(driver, 64 * 1024 * 1024),
      check: () => driver.check(),
      close: () => driver.close(),
    }),
    log,
    isComputed: ({ fields }) => hasVirtual(fields),
    corsOrigins: [],
    trustProxy: false,
    https: false,
    requestTimeout,
  });
  await http.ready();
  onTestFinished(() => http.close());

  async function send(
    requester: Requester,
    method: string,
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Result> {
    const name = JSON.stringify(requester);
    requesters.set(name, requester);
    const response = await http.fetch(path, {
      method,
      ...(body === null ? {} : { body }),
      headers: {
        'x-test-requester': name,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  }

  return {
    contract,
    driver,
    statements,
    logged,
    as: (requester) => ({
      get: (path, headers) => send(requester, 'GET', path, null, headers),
      post: (path, body, headers) => send(requester, 'POST', path, JSON.stringify(body), headers),
      patch: (path, body, headers) => send(requester, 'PATCH', path, JSON.stringify(body), headers),
      delete: (path, headers) => send(requester, 'DELETE', path, null, headers),
      send: (method, path, body) => send(requester, method, path, body),
    }),
  };
}

type ValidatorOf = (descriptor: DocumentDescriptor, mode: 'Create' | 'Update' | 'Draft') => Validator;

async function emittedValidators(config: ServiceConfig): Promise<ValidatorOf> {
  const ir = irOf(config);
  const validators = await importValidators(ir);
  const names = new Map(
    [...ir.collections, ...ir.globals].map(({ descriptor, names: { constant } }) => [
      `${descriptor.kind} ${descriptor.slug}`,
      constant,
    ]),
  );
  return ({ kind, slug }, mode) => {
    const found = validators[`${names.get(`${kind} ${slug}`)}${mode}`];
    if (found === undefined) throw new Error(`There is no validator ${mode} of ${slug}.`);
    return found;
  };
}

function routesOf(contract: ContractDescriptor, validator: ValidatorOf): Routes {
  const draft = (descriptor: DocumentDescriptor): readonly [] | readonly [Validator] =>
    descriptor.drafts ? [validator(descriptor, 'Draft')] : [];
  const stepsOf = (descriptor: DocumentDescriptor, path: string): readonly (readonly [string, object])[] => {
    const { drafts, versions } = descriptor;
    return [
      ...(drafts
        ? ([
            [`${path}/publish`, { POST: publishDocument(descriptor, validator(descriptor, 'Update')) }],
            [`${path}/unpublish`, { POST: unpublishDocument(descriptor) }],
            [`${path}/draft`, { DELETE: discardDraft(descriptor) }],
            [`${path}/preview-token`, { POST: createPreviewToken(descriptor) }],
          ] as const)
        : []),
      ...(versions === undefined
        ? []
        : ([
            [`${path}/versions`, { GET: listVersions(descriptor) }],
            [`${path}/versions/:versionId`, { GET: readVersion(descriptor) }],
            [
              `${path}/versions/:versionId/restore`,
              { POST: restoreVersion(descriptor, validator(descriptor, drafts ? 'Draft' : 'Update')) },
            ],
          ] as const)),
    ];
  };
  const trashOf = (descriptor: CollectionDescriptor, path: string): readonly (readonly [string, object])[] =>
    descriptor.trash === undefined
      ? []
      : [
          [
            `${path}/:id/restore`,
            { POST: restoreDocument(descriptor, validator(descriptor, 'Update'), ...draft(descriptor)) },
          ],
          [`${path}/trash/empty`, { POST: emptyTrash(descriptor) }],
        ];
  const collections = contract.collections
    .filter(({ builtIn }) => builtIn !== 'users')
    .flatMap((collection) => [
      [
        `/api/${collection.slug}`,
        {
          GET: listDocuments(collection),
          POST: createDocument(collection, validator(collection, 'Create'), ...draft(collection)),
          PATCH: updateManyDocuments(collection, validator(collection, 'Update'), ...draft(collection)),
          DELETE: deleteManyDocuments(collection),
        },
      ],
      [`/api/${collection.slug}/query`, { POST: queryDocuments(collection) }],
      [`/api/${collection.slug}/aggregate`, { POST: aggregateDocuments(collection) }],
      [
        `/api/${collection.slug}/bulk`,
        {
          POST: bulkDocuments(
            collection,
            validator(collection, 'Create'),
            validator(collection, 'Update'),
            ...draft(collection),
          ),
        },
      ],
      [
        `/api/${collection.slug}/upsert`,
        {
          POST: upsertDocument(
            collection,
            validator(collection, 'Create'),
            validator(collection, 'Update'),
            ...draft(collection),
          ),
        },
      ],
      [
        `/api/${collection.slug}/:id/duplicate`,
        { POST: duplicateDocument(collection, validator(collection, 'Create'), ...draft(collection)) },
      ],
      [
        `/api/${collection.slug}/:id`,
        {
          GET: readDocument(collection),
          PATCH: updateDocument(collection, validator(collection, 'Update'), ...draft(collection)),
          DELETE: deleteDocument(collection),
        },
      ],
      ...trashOf(collection, `/api/${collection.slug}`),
      ...stepsOf(collection, `/api/${collection.slug}/:id`),
    ]);
  const globals = contract.globals.flatMap((global) => [
    [
      `/api/globals/${global.slug}`,
      {
        GET: readDocument(global),
        PATCH: updateDocument(global, validator(global, 'Update'), ...draft(global)),
      },
    ],
    ...stepsOf(global, `/api/globals/${global.slug}`),
  ]);
  const routes = Object.fromEntries([...collections, ...globals]) as Routes;
  return { ...routes, ...serviceBulk(routes), ...serviceSearch(contract) };
}
