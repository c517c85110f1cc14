import type {
  CollectionDescriptor,
  ContractDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
  JoinField,
} from '../codegen/descriptors.js';
import { pendingTable } from '../codegen/pending-descriptor.js';
import type { ServiceConfig } from '../config/service-config.js';
import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import { createQueryScope, type QueryScope } from '../query/scope.js';
import type { Driver, ReadSource } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { IdSource } from '../util/ids.js';
import { createKeyedMutex } from '../util/keyed-mutex.js';
import {
  type CollectionSources,
  createCollectionOperations,
  createCollectionReads,
  createJoinedWrites,
} from './collection-operations.js';
import type { DocumentEnvironment, DocumentLog } from './document-environment.js';
import type { DocumentFiles } from './document-files.js';
import { createDocumentType, type DocumentType, runsConfigCode } from './document-type.js';
import { createOpenDrafts } from './drafts/open-drafts.js';
import { createPendingDrafts } from './drafts/pending-drafts.js';
import { createGlobalOperations, createGlobalReads } from './global-operations.js';
import { findResponse } from './idempotency/idempotency-table.js';
import type { OpenTransaction } from './local/open-transaction.js';
import { trialSource } from './local/trial-source.js';
import type {
  CallOfLocal,
  CollectionWrites,
  DatabaseOperations,
  Operations,
  ReadOperations,
} from './operation.js';
import { createCounts } from './read/counts.js';
import { createDocumentReader } from './read/document-reader.js';
import type { ListSources } from './read/list-documents.js';
import { createReadViews } from './read/read-view.js';
import { createStaleDocuments, type StaleDocuments } from './read/stale-documents.js';
import { createJoinQuery, type JoinQuery } from './relations/join-query.js';
import { narrowedBy } from './relations/narrowed-types.js';
import { allJoins } from './relations/population-plan.js';
import { createReferrers, type NamingMap, type ReferrerMap, withTexts } from './relations/referrers.js';
import type { SlowReads } from './slow-reads/slow-reads.js';
import { isUsers } from './users/user-deletion.js';
import { createUserOperations } from './users/user-operations.js';
import { createUserRecords } from './users/user-records.js';
import type { UserOperations } from './users/user-writes.js';
import { writeTogether } from './write/write-together.js';

export interface OperationsOptions {
  readonly contract: ContractDescriptor;
  /**
   * The config that the contract was derived from: its hooks and callbacks are bound by slug and field name.
   */
  readonly config: ServiceConfig;
  readonly driver: Driver;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: DocumentLog;
  /** Notes slow reads. Default: they are not noted. */
  readonly slowReads?: SlowReads | null;
  /** Needed where collections have files. */
  readonly files?: DocumentFiles | null;
}

/**
 * The operations of every collection and global. Everything that depends on the config alone is prepared
 * here.
 */
export function createOperations({
  contract,
  config,
  driver,
  clock,
  ids,
  log,
  slowReads = null,
  files = null,
}: OperationsOptions): DatabaseOperations {
  const tables = new Map(
    contract.collections.map(({ slug, table, drafts }) => [
      slug,
      drafts ? [table, pendingTable(table)] : [table],
    ]),
  );
  const mutex = driver.dialect.hasConcurrentWriters ? createKeyedMutex({ tooLate: tooManyWriters }) : null;
  const scope = createQueryScope(contract);
  const documents = bindDocuments({ contract, config, scope, files });
  const environment: DocumentEnvironment = {
    driver,
    clock,
    ids,
    log,
    tables,
    narrowed: narrowedBy(documents.referrers),
    secured: contract.auth !== undefined,
    mutex,
    afterCommit: atOnce,
  };
  // Rebuilt texts are stored in the primary database, even if a replica showed that they are missing.
  const shared = { scope, stale: createStaleDocuments(driver, log), slowReads };
  const findKept: Operations['findResponse'] = (call) => findResponse(driver, call, clock());
  let unhooked: BoundDocuments | null = null;
  const variants = new Map<string, Operations>();
  const joined = new WeakMap<OpenTransaction, Map<string, Operations>>();

  /** Made when a call first asks for it. */
  function withoutHooks(): BoundDocuments {
    unhooked ??= bindDocuments({ contract, config: withoutHooksIn(config), scope, files });
    return unhooked;
  }

  function variantsIn(transaction: OpenTransaction): Map<string, Operations> {
    const made = joined.get(transaction) ?? new Map<string, Operations>();
    joined.set(transaction, made);
    return made;
  }

  function forCall({ transaction, isTrial, hooks, isSystem }: CallOfLocal): Operations {
    const make = (from: DocumentEnvironment): Operations => ({
      ...operationsOn(
        { ...from, secured: environment.secured && !isSystem },
        { documents: hooks ? documents : withoutHooks(), ...shared },
      ),
      findResponse: findKept,
      forCall,
    });
    if (transaction === null && isTrial) {
      const driver = trialSource(environment.driver);
      // What follows the commit of an undone write must not happen.
      return make({ ...environment, driver, afterCommit: async () => undefined });
    }
    const made = transaction === null ? variants : variantsIn(transaction);
    const key = `${hooks} ${isSystem}`;
    const known = made.get(key) ?? make(transaction?.environment ?? environment);
    made.set(key, known);
    return known;
  }

  return {
    ...operationsOn(environment, { documents, ...shared }),
    findResponse: findKept,
    forCall,
    readingFrom: (replica) => readsOn(replica, { environment, documents, ...shared }),
  };
}

/** The documents of a config with everything that it binds to them, and their relations to each other. */
interface BoundDocuments {
  readonly collections: readonly (readonly [CollectionDescriptor, DocumentType])[];
  readonly globals: readonly (readonly [GlobalDescriptor, DocumentType])[];
  readonly referrers: ReferrerMap;
  /** The same with the rich texts that show files. */
  readonly naming: NamingMap;
  /** All of them by name. */
  readonly types: ReadonlyMap<string, DocumentType>;
  readonly population: {
    readonly collections: ReadonlyMap<string, DocumentType>;
    readonly joins: ReadonlyMap<JoinField, JoinQuery>;
  };
}

interface Binding extends Pick<OperationsOptions, 'contract' | 'config'> {
  readonly scope: QueryScope;
  readonly files: DocumentFiles | null;
}

function bindDocuments({ contract, config, scope, files }: Binding): BoundDocuments {
  const notesVersions = contract.auth !== undefined;
  const collections = contract.collections.map((descriptor): [CollectionDescriptor, DocumentType] => [
    descriptor,
    createDocumentType(
      descriptor,
      config.collections?.find(({ slug }) => slug === descriptor.slug),
      { files, collections: contract.collections, notesVersions },
    ),
  ]);
  const globals = contract.globals.map((descriptor): [GlobalDescriptor, DocumentType] => [
    descriptor,
    createDocumentType(
      descriptor,
      config.globals?.find(({ slug }) => slug === descriptor.slug),
      { notesVersions },
    ),
  ]);
  const types = [...collections, ...globals].map(([, type]) => type);
  const referrers = createReferrers(types);
  const withFiles = contract.collections.flatMap(({ slug, upload }) => (upload === undefined ? [] : [slug]));
  return {
    collections,
    globals,
    referrers,
    naming: withTexts(referrers, types, withFiles),
    types: new Map(types.map((type) => [type.model.name, type])),
    population: {
      collections: new Map(collections.map(([{ slug }, type]) => [slug, type])),
      joins: prepareJoins([...collections, ...globals], scope),
    },
  };
}

function withoutHooksIn(config: ServiceConfig): ServiceConfig {
  const { collections = [], globals = [], ...rest } = config;
  return {
    ...rest,
    collections: collections.map(({ hooks: _, ...collection }) => collection),
    globals: globals.map(({ hooks: _, ...one }) => one),
  };
}

/** What all operations of a service share. */
interface SharedParts {
  readonly documents: BoundDocuments;
  readonly stale: StaleDocuments;
  readonly slowReads: SlowReads | null;
}

/** Each source has its own cache between requests: a replica may lag behind the database. */
function listSources(
  source: ReadSource,
  { environment, documents, stale, slowReads }: SharedParts & { readonly environment: DocumentEnvironment },
): ListSources {
  const { naming } = documents;
  const views = createReadViews(createPendingDrafts());
  const reader = createDocumentReader(
    environment,
    { connection: source, views, ...documents.population },
    stale,
  );
  return { environment, source, reader, stale, counts: createCounts(source), views, slowReads, naming };
}

function operationsOn(
  environment: DocumentEnvironment,
  shared: SharedParts,
): Omit<Operations, 'findResponse' | 'forCall'> {
  const { collections, globals, referrers } = shared.documents;
  const sourcesOn = (source: ReadSource): ListSources => listSources(source, { environment, ...shared });
  const sources: CollectionSources = {
    ...sourcesOn(environment.driver),
    environment,
    referrers,
    types: shared.documents.types,
    sourcesOn,
  };
  const { reader } = sources;
  return {
    clock: environment.clock,
    slowReads: shared.slowReads,
    collections: new Map(
      collections.map(([descriptor, type]) => [
        descriptor.slug,
        createCollectionOperations(descriptor, { type, sources }),
      ]),
    ),
    globals: new Map(
      globals.map(([descriptor, type]) => [
        descriptor.slug,
        createGlobalOperations(descriptor, { type, environment, reader }),
      ]),
    ),
    listOpenDrafts: createOpenDrafts(
      environment,
      new Map<DocumentDescriptor, DocumentType>([...collections, ...globals]),
    ),
    together: joinDocuments({ sources, documents: shared.documents }),
    ...usersOf(collections, sources),
  };
}

interface JoinedParts {
  readonly sources: CollectionSources;
  readonly documents: BoundDocuments;
}

function joinDocuments({ sources, documents }: JoinedParts): Operations['together'] {
  const types = new Map<DocumentDescriptor, DocumentType>([...documents.collections, ...documents.globals]);
  const typeOf = (descriptor: DocumentDescriptor): DocumentType => {
    const type = types.get(descriptor);
    if (type === undefined) throw new Error(`There are no operations for ${descriptor.slug}.`);
    return type;
  };
  return ({ documents, returns = 'head', ...writes }, work) => {
    const { environment } = sources;
    const locked = documents.map(({ descriptor, ...rest }) => ({ type: typeOf(descriptor), ...rest }));
    return writeTogether({ environment, documents: locked, ...writes }, (environment, begin) => {
      const joined = { ...sources, ...sources.sourcesOn(environment.driver), environment };
      const made = new Map<CollectionDescriptor, CollectionWrites>();
      return work({
        collection(descriptor) {
          const known =
            made.get(descriptor) ??
            createJoinedWrites(descriptor, { type: typeOf(descriptor), sources: joined, returns });
          made.set(descriptor, known);
          return known;
        },
        global: (descriptor) =>
          createGlobalOperations(descriptor, { type: typeOf(descriptor), ...joined, returns }),
        // On the thread of this process there is no round trip to share.
        isBrief: (descriptor, access) =>
          environment.driver.dialect.isServer && !runsConfigCode({ type: typeOf(descriptor), access }),
        begin,
      });
    });
  };
}

function readsOn(
  replica: ReadSource,
  shared: SharedParts & { readonly environment: DocumentEnvironment },
): ReadOperations {
  const own = listSources(replica, shared);
  const { collections, globals } = shared.documents;
  return {
    collections: new Map(
      collections.map(([descriptor, type]) => [
        descriptor.slug,
        createCollectionReads(descriptor, { type, sources: own }),
      ]),
    ),
    globals: new Map(
      globals.map(([descriptor, type]) => [
        descriptor.slug,
        createGlobalReads(descriptor, { type, source: replica, reader: own.reader }),
      ]),
    ),
  };
}

function usersOf(
  collections: readonly (readonly [CollectionDescriptor, DocumentType])[],
  { environment, referrers, reader }: CollectionSources,
): { readonly users?: UserOperations } {
  const type = collections.find(([, type]) => isUsers(type.model))?.[1];
  if (type === undefined) return {};
  const records = createUserRecords({ type, environment });
  return { users: createUserOperations({ type, environment, records, referrers, reader }) };
}

function prepareJoins(
  documents: readonly (readonly [CollectionDescriptor | GlobalDescriptor, DocumentType])[],
  scope: QueryScope,
): ReadonlyMap<JoinField, JoinQuery> {
  return new Map(
    documents.flatMap(([{ slug }, type]) =>
      allJoins(type.population).map((field) => [field, createJoinQuery(field, slug, scope)] as const),
    ),
  );
}

/** A single write is committed before this is called. */
function atOnce(work: () => Promise<void>): Promise<void> {
  return work();
}

function tooManyWriters(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('document.tooManyChanges'), {
    retryAfter: 1,
  });
}
