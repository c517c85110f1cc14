import type {
  CollectionDescriptor,
  ContractDescriptor,
  GlobalDescriptor,
} from '../../../runtime/codegen/descriptors.js';
import type {
  CollectionOperations,
  DocumentOperations,
  DocumentResult,
} from '../../../runtime/documents/operation.js';
import type { OperationContext } from '../../../runtime/documents/operation-context.js';
import type { ExpectedRevisions, WriteIntent } from '../../../runtime/documents/write/intent.js';
import { userText } from '../../../runtime/errors/reasons/reason.js';
import { ServiceError } from '../../../runtime/errors/service-error.js';
import type { Routes } from '../../../runtime/http/api.js';
import type { App } from '../../../runtime/http/app.js';
import { createApp } from '../../../runtime/http/create-app.js';
import {
  createDocument,
  deleteDocument,
  listDocuments,
  queryDocuments,
  readDocument,
  updateDocument,
} from '../../../runtime/http/handlers/document-handlers.js';
import { createHttpApp, type HttpAppOptions } from '../../../runtime/http/http-app.js';
import type { LogOutput } from '../../../runtime/http/observability/log-output.js';
import { createServiceLog } from '../../../runtime/http/observability/logger.js';
import type { OpenStore } from '../../../runtime/http/routing/store-holder.js';
import { createIdSource } from '../../../runtime/util/ids.js';
import type { JsonObject } from '../../../runtime/util/json.js';

/** A minimal service for HTTP tests, in memory: a collection and a global with one text each. */
export const notes: CollectionDescriptor = {
  kind: 'collection',
  slug: 'notes',
  table: 'notes',
  drafts: true,
  defaultSort: 'createdAt_desc',
  fields: [{ type: 'text', name: 'title', path: 'title', column: 'title' }],
  indexes: [],
};

export const plain: CollectionDescriptor = { ...notes, slug: 'plain', table: 'plain', drafts: false };

export const motto: GlobalDescriptor = {
  kind: 'global',
  slug: 'motto',
  table: 'motto',
  drafts: true,
  fields: notes.fields,
};

const anything = { safeParse: (data: unknown) => ({ success: true, data }) as const };

export const contract: ContractDescriptor = {
  hash: '0123456789abcdef0123456789abcdef',
  name: 'notes',
  limits: { maxLimit: 1000, maxDepth: 10, bodyBytes: 1_048_576 },
  collections: [notes, plain],
  globals: [motto],
};

function routesOf(collection: CollectionDescriptor): Routes {
  const path = `/api/${collection.slug}`;
  return {
    [path]: { GET: listDocuments(collection), POST: createDocument(collection, anything) },
    [`${path}/query`]: { POST: queryDocuments(collection) },
    [`${path}/:id`]: {
      GET: readDocument(collection),
      PATCH: updateDocument(collection, anything),
      DELETE: deleteDocument(collection),
    },
  };
}

const routes: Routes = {
  ...routesOf(notes),
  ...routesOf(plain),
  '/api/globals/motto': { GET: readDocument(motto), PATCH: updateDocument(motto, anything) },
};

/** What a test changes about the service. */
export interface NotesOptions extends Partial<Omit<HttpAppOptions, 'contract' | 'routes' | 'open' | 'log'>> {
  readonly bodyBytes?: number;
  readonly drainTimeout?: number;
  readonly moreRoutes?: Routes;
  readonly logOutput?: LogOutput;
  readonly open?: () => Promise<OpenStore>;
  /** Called within every operation. */
  readonly during?: (context: OperationContext) => Promise<void> | void;
}

export interface NotesService {
  readonly app: App;
  /** The log lines so far. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  readonly store: OpenStore & { closed: boolean };
}

export function createNotesService(options: NotesOptions = {}): NotesService {
  const log: Record<string, unknown>[] = [];
  const store = createStore(options.during ?? (() => undefined));
  const serviceLog = createServiceLog(
    'info',
    options.logOutput ?? { write: (line) => log.push(JSON.parse(line)) },
  );
  const http = createHttpApp({
    contract: {
      ...contract,
      limits: { ...contract.limits, bodyBytes: options.bodyBytes ?? contract.limits.bodyBytes },
    },
    routes: { ...routes, ...options.moreRoutes },
    pages: options.pages ?? {},
    open: options.open ?? (async () => store),
    log: serviceLog,
    corsOrigins: options.corsOrigins ?? [],
    isComputed: options.isComputed ?? (() => false),
    trustProxy: options.trustProxy ?? false,
    https: options.https ?? false,
    requestTimeout: options.requestTimeout ?? 30_000,
    metrics: options.metrics ?? false,
  });
  const { requestTimeout = 30_000 } = options;
  const app = createApp(http, {
    port: 0,
    host: '127.0.0.1',
    requestTimeout,
    drainTimeout: options.drainTimeout ?? 5000,
    workers: 1,
    log: serviceLog.pino,
  });
  return { app, log, store };
}

type During = (context: OperationContext) => Promise<void> | void;

function createStore(during: During): NotesService['store'] {
  const global = createGlobal(during);
  return {
    closed: false,
    operations: {
      clock: Date.now,
      slowReads: null,
      collections: new Map(
        [notes, plain].map((descriptor) => [descriptor.slug, createCollection(descriptor, during)]),
      ),
      globals: new Map([[motto.slug, global]]),
      listOpenDrafts: async () => [],
      together: () => Promise.reject(new Error('There is no database.')),
      findResponse: async () => null,
      forCall() {
        return this;
      },
    },
    check: async () => undefined,
    async close() {
      this.closed = true;
    },
  };
}

interface Note {
  readonly id: string;
  readonly revision: number;
  readonly data: JsonObject;
}

function createCollection(descriptor: CollectionDescriptor, during: During): CollectionOperations {
  const notesById = new Map<string, Note>();
  const nextId = createIdSource();

  function find(id: string): Note {
    const note = notesById.get(id);
    if (!note) throw new ServiceError('NOT_FOUND', userText(`There is no document ${id}.`));
    return note;
  }

  function save(note: Note): DocumentResult {
    notesById.set(note.id, note);
    return resultOf(note);
  }

  return {
    descriptor,
    find: async (id) => find(id).data,
    previewDeletions: async () => ({ restricted: [], deleted: new Map(), cleared: new Map() }),
    previewDeletion: async () => ({
      restricted: false,
      references: [],
      deleted: new Map(),
      cleared: new Map(),
    }),
    usesOf: async () => ({ uses: [], total: 0 }),
    async list(_plan, context) {
      await during(context);
      const docs = [...notesById.values()].map((note) => resultOf(note).json);
      return { json: Buffer.from(`{"docs":[${docs.join(',')}],"totalDocs":${docs.length}}`) };
    },
    aggregate: async () => ({ groups: [], hasMore: false }),
    search: async () => ({ documents: [], isTruncated: false }),
    async read(id, _plan, context) {
      await during(context);
      return resultOf(find(id));
    },
    admit: async () => undefined,
    async write(intent, context) {
      await during(context);
      if (intent.kind === 'create') return save({ id: nextId(), revision: 1, data: intent.data });
      return save(changed(find(intent.id), intent));
    },
    async delete({ id, expected }, context) {
      await during(context);
      checkRevision(find(id), expected);
      notesById.delete(id);
    },
  };
}

function createGlobal(during: During): DocumentOperations {
  let note: Note = { id: 'global', revision: 0, data: {} };
  return {
    descriptor: motto,
    find: async () => note.data,
    async read(_id, _plan, context) {
      await during(context);
      return resultOf(note);
    },
    admit: async () => undefined,
    async write(intent, context) {
      await during(context);
      note = changed(note, intent);
      return resultOf(note);
    },
  };
}

function changed(note: Note, intent: WriteIntent): Note {
  if (intent.kind !== 'update') throw new Error(`Notes know no ${intent.kind}.`);
  checkRevision(note, intent.expected);
  return { id: note.id, revision: note.revision + 1, data: { ...note.data, ...intent.data } };
}

function checkRevision(note: Note, expected: ExpectedRevisions): void {
  if (expected === 'any' || expected.includes(note.revision)) return;
  throw new ServiceError('CONFLICT', userText(`The document has moved on to revision ${note.revision}.`), {
    currentRevision: note.revision,
  });
}

function resultOf({ id, revision, data }: Note): DocumentResult {
  return { id, revision, json: JSON.stringify({ id, _revision: revision, ...data }) };
}
