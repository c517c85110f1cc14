/** The documents of a config on a real database, with its generated validators. Closed when the test ends. */
import { onTestFinished } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ContractDescriptor } from '../../runtime/codegen/descriptors.js';
import type { HookRequest } from '../../runtime/config/hook-request.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createOperations } from '../../runtime/documents/create-operations.js';
import type {
  CollectionOperations,
  DocumentOperations,
  DocumentResult,
  Validator,
} from '../../runtime/documents/operation.js';
import type { OperationContext } from '../../runtime/documents/operation-context.js';
import type { ExpectedRevisions } from '../../runtime/documents/write/intent.js';
import { ServiceError } from '../../runtime/errors/service-error.js';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import { parseReadQuery } from '../../runtime/query/parse/read-query.js';
import { createQueryScope } from '../../runtime/query/scope.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { prepareSchema } from '../../runtime/storage/schema/prepare-schema.js';
import { createIdSource } from '../../runtime/util/ids.js';
import type { JsonObject } from '../../runtime/util/json.js';
import { importValidators, irOf } from './emitted.js';
import { recordedDriver } from './recorded-driver.js';
import { openTestDriver } from './test-database.js';
import { checkedDetails } from './without-reasons.js';

/**
 * A parsed response. Untyped, so that tests can read any property; a missing one is undefined and fails the
 * expectation.
 */
// biome-ignore lint/suspicious/noExplicitAny: the responses of arbitrary configs have no type.
export type Answer = any;

export interface TestDocuments {
  readonly contract: ContractDescriptor;
  readonly driver: Driver;
  /** The time for writes of documents. Each read advances it by one millisecond; tests can set it. */
  now: number;
  /** The lines of the log. */
  readonly logged: { readonly fields: object; readonly message: string }[];
  /** Every statement outside transactions since the list was last emptied. */
  readonly statements: string[];
  create(slug: string, data: object): Promise<Answer>;
  update(slug: string, id: string, data: object, expectedRevision?: number): Promise<Answer>;
  saveDraft(slug: string, id: string, data: object): Promise<Answer>;
  publish(slug: string, id: string): Promise<Answer>;
  unpublish(slug: string, id: string): Promise<Answer>;
  remove(slug: string, id: string, expectedRevision?: number): Promise<void>;
  read(slug: string, id: string, search?: string): Promise<Answer>;
  /** Reads a document as the text of its response. */
  readText(slug: string, id: string, search?: string): Promise<string>;
  list(slug: string, search?: string): Promise<Answer>;
  readGlobal(slug: string, search?: string): Promise<Answer>;
  updateGlobal(slug: string, data: object, expectedRevision?: number): Promise<Answer>;
}

export interface DocumentsOptions {
  /** Default: a new database, removed afterwards. */
  readonly path?: string;
  readonly transactionTimeout?: number;
}

/** The request that hooks receive. */
export const testRequest: HookRequest = {
  method: 'POST',
  url: '/api/test',
  path: '/api/test',
  headers: {},
  query: {},
  params: {},
  get: () => undefined,
  get local(): never {
    throw new Error('These operations belong to no service.');
  },
};

const context: OperationContext = { requestId: 'test', req: testRequest, access: null };

export async function openDocuments(
  config: ServiceConfig,
  { path = ':memory:', transactionTimeout = 5_000 }: DocumentsOptions = {},
): Promise<TestDocuments> {
  const driver = await openTestDriver({ path, transactionTimeout });
  onTestFinished(() => driver.close());
  return openDocumentsOn(driver, config);
}

/** As {@link openDocuments}, on an open database. */
export async function openDocumentsOn(bare: Driver, config: ServiceConfig): Promise<TestDocuments> {
  const contract = describeConfig(config);
  const ir = irOf(config);
  const validators = await importValidators(ir);
  const constants = new Map<object, string>(
    [...ir.collections, ...ir.globals].map(({ descriptor, names }) => [descriptor, names.constant]),
  );
  await prepareSchema(bare, { contract, mode: 'create' });

  const statements: string[] = [];
  const driver = recordedDriver(bare, statements);
  const logged: { fields: object; message: string }[] = [];
  const clock = { now: Date.UTC(2026, 10, 21) };
  const tick = (): number => {
    clock.now += 1;
    return clock.now;
  };
  const log = { error: (fields: object, message: string) => void logged.push({ fields, message }) };
  const operations = createOperations({
    contract,
    config,
    driver,
    clock: tick,
    ids: createIdSource(tick),
    log,
  });
  const scope = createQueryScope(contract);

  const collection = (slug: string): CollectionOperations => found(operations.collections.get(slug), slug);
  const global = (slug: string): DocumentOperations => found(operations.globals.get(slug), slug);
  const validator = (
    descriptor: { readonly slug: string; readonly kind: string },
    mode: string,
  ): Validator => {
    const same = [...constants].find(
      ([one]) =>
        'slug' in one && one.slug === descriptor.slug && 'kind' in one && one.kind === descriptor.kind,
    );
    return found(validators[`${same?.[1]}${mode}`], `validator of ${descriptor.slug}`);
  };
  const json = (result: { readonly json: Uint8Array | string }): Answer => JSON.parse(textOf(result));
  const readById = (slug: string, id: string, search: string): Promise<DocumentResult> => {
    const { read, descriptor } = collection(slug);
    return read(id, parseReadQuery(search, { document: descriptor, scope }), context);
  };

  async function update(
    { write, descriptor }: DocumentOperations,
    { id, data, isDraft, expectedRevision }: TestUpdate,
  ): Promise<Answer> {
    const expected = expectedBy(expectedRevision);
    const intent = { kind: 'update', id, data: data as JsonObject, isDraft, expected } as const;
    return json(await write({ ...intent, validator: validator(descriptor, 'Update') }, context));
  }

  return {
    contract,
    driver,
    logged,
    statements,
    get now() {
      return clock.now;
    },
    set now(value) {
      clock.now = value;
    },
    async create(slug, data) {
      const { write, descriptor } = collection(slug);
      const intent = { kind: 'create', data: data as JsonObject, isDraft: false } as const;
      return json(await write({ ...intent, validator: validator(descriptor, 'Create') }, context));
    },
    update: (slug, id, data, expectedRevision) =>
      update(collection(slug), { id, data, isDraft: false, expectedRevision }),
    saveDraft: (slug, id, data) => update(collection(slug), { id, data, isDraft: true }),
    async publish(slug, id) {
      const { write, descriptor } = collection(slug);
      const intent = { kind: 'publish', id, expected: 'any' } as const;
      return json(await write({ ...intent, validator: validator(descriptor, 'Update') }, context));
    },
    unpublish: async (slug, id) =>
      json(await collection(slug).write({ kind: 'unpublish', id, expected: 'any' }, context)),
    remove: (slug, id, expectedRevision) =>
      collection(slug).delete({ kind: 'delete', id, expected: expectedBy(expectedRevision) }, context),
    read: async (slug, id, search = '') => json(await readById(slug, id, search)),
    readText: async (slug, id, search = '') => textOf(await readById(slug, id, search)),
    async list(slug, search = '') {
      const { list, descriptor } = collection(slug);
      return json(await list(parseListQuery(search, { collection: descriptor, scope }), context));
    },
    async readGlobal(slug, search = '') {
      const { read, descriptor } = global(slug);
      return json(await read('global', parseReadQuery(search, { document: descriptor, scope }), context));
    },
    updateGlobal: (slug, data, expectedRevision) =>
      update(global(slug), { id: 'global', data, isDraft: false, expectedRevision }),
  };
}

interface TestUpdate {
  readonly id: string;
  readonly data: object;
  readonly isDraft: boolean;
  readonly expectedRevision?: number | undefined;
}

function expectedBy(revision: number | undefined): ExpectedRevisions {
  return revision === undefined ? 'any' : [revision];
}

/** What an error says to a client: status, code, message, details and revision. Its reasons are checked. */
export async function refusal(work: Promise<unknown>): Promise<object> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, code, message, currentRevision } = error;
    const details = checkedDetails(error);
    return {
      status,
      code,
      message,
      ...(details === undefined ? {} : { details }),
      ...(currentRevision === undefined ? {} : { currentRevision }),
    };
  }
  throw new Error('Nothing was refused.');
}

function textOf({ json }: { readonly json: Uint8Array | string }): string {
  return typeof json === 'string' ? json : Buffer.from(json).toString();
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
