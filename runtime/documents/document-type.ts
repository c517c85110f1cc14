import type { DocumentAccess } from '../access/document-access.js';
import { hasFieldAccess } from '../access/field-rights.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { CollectionConfig, GlobalConfig } from '../config/collection-config.js';
import type { Connection, TransactionHints, WriteSource } from '../storage/driver.js';
import type { KeyedMutex } from '../util/keyed-mutex.js';
import type { DocumentFiles } from './document-files.js';
import { createDocumentModel, type DocumentModel } from './document-model.js';
import { type BoundHooks, bindHooks } from './hooks/bind-hooks.js';
import { bindFieldCallbacks, type CallbackMap } from './hooks/field-callbacks.js';
import { createVirtualPlan, type VirtualPlan } from './read/virtual-plan.js';
import { createPopulationPlan, type PopulationPlan } from './relations/population-plan.js';
import { createReferencePlan, type ReferencePlan } from './relations/reference-plan.js';
import { createTextPlan, type TextPlan } from './relations/text-references.js';
import { createTrashStore, type TrashStore } from './trash/trash-store.js';
import { createVersionStore, type VersionStore } from './versions/version-store.js';
import { createDefaults, type Defaults } from './write/apply-defaults.js';
import { type SlugSlot, slugSlots } from './write/slugs.js';
import { createUniqueCheck, type UniqueCheck } from './write/unique-across-views.js';
import { createDocumentWriter, type DocumentWriter } from './write/write-statements.js';

/** A collection or global with everything that its config binds to it; made once, at start. */
export interface DocumentType {
  readonly model: DocumentModel;
  readonly references: ReferencePlan;
  /** Rich texts whose files are listed as references. */
  readonly texts: TextPlan;
  readonly population: PopulationPlan;
  readonly writer: DocumentWriter;
  /** Null where no history is kept. */
  readonly versions: VersionStore | null;
  /** Null where deleted documents are deleted for good. */
  readonly trash: TrashStore | null;
  readonly hooks: BoundHooks;
  readonly callbacks: CallbackMap;
  /** Whether a write runs code of the config, which may take any time. */
  readonly callsOut: boolean;
  /** Whether any field has a `validate` callback. */
  readonly validates: boolean;
  readonly defaults: Defaults;
  /** Null where no field is virtual. */
  readonly virtuals: VirtualPlan | null;
  readonly slugs: readonly SlugSlot[];
  /** Names of the fields that not every requester may read in full. */
  readonly restricted: ReadonlySet<string>;
  /** Null where no field is unique, or drafts are disabled. */
  readonly unique: UniqueCheck | null;
  /**
   * The same for the rows of its pending drafts; null where drafts are disabled, and in the pending type
   * itself.
   */
  readonly pending: DocumentType | null;
  /** Null where its documents have no files. */
  readonly files: DocumentFiles | null;
  /** What its documents are put into, as folders are into others; null where files have no folders. */
  readonly folders: CollectionDescriptor | null;
}

/** What is not in the config of a collection. */
interface AroundDocuments {
  /** Of all collections. */
  readonly files?: DocumentFiles | null;
  /** Of the whole contract. */
  readonly collections?: readonly CollectionDescriptor[];
  /** Whether users can say something of versions. */
  readonly notesVersions?: boolean;
}

/** Binds a collection or global to what its config has for it. */
export function createDocumentType(
  descriptor: DocumentDescriptor,
  config: CollectionConfig | GlobalConfig | undefined,
  { files: allFiles = null, collections = [], notesVersions = false }: AroundDocuments = {},
): DocumentType {
  const files = descriptor.kind === 'collection' && descriptor.upload !== undefined ? allFiles : null;
  const folders = foldersFor(descriptor, collections);
  const pending = descriptor.drafts
    ? typeOfRows(pendingDescriptor(descriptor), config, { isPending: true, files, folders, notesVersions })
    : null;
  return typeOfRows(descriptor, config, { pending, files, folders, notesVersions });
}

function foldersFor(
  descriptor: DocumentDescriptor,
  collections: readonly CollectionDescriptor[],
): CollectionDescriptor | null {
  if (descriptor.kind === 'global') return null;
  if (descriptor.foldersOf !== undefined) return descriptor;
  const slug = descriptor.upload?.folders;
  return (slug !== undefined && collections.find((one) => one.slug === slug)) || null;
}

interface RowsOptions {
  readonly isPending?: boolean;
  readonly pending?: DocumentType | null;
  readonly files: DocumentFiles | null;
  readonly folders: CollectionDescriptor | null;
  readonly notesVersions: boolean;
}

function typeOfRows(
  descriptor: DocumentDescriptor,
  config: CollectionConfig | GlobalConfig | undefined,
  { isPending = false, pending = null, files, folders, notesVersions }: RowsOptions,
): DocumentType {
  const model = createDocumentModel(descriptor, { isPending, files });
  const references = createReferencePlan(descriptor.fields);
  const texts = createTextPlan(descriptor.fields);
  const callbacks = bindFieldCallbacks(descriptor.fields, config?.fields ?? []);
  const hooks = bindHooks(config?.hooks);
  const calls = [...callbacks.values()].some((one) => one.validate ?? one.makeDefault ?? one.compute);
  return {
    model,
    references,
    texts,
    population: createPopulationPlan(descriptor.fields),
    writer: createDocumentWriter(model, { references, texts }),
    versions: isPending ? null : createVersionStore(descriptor, { isNoted: notesVersions }),
    trash: isPending || descriptor.kind === 'global' ? null : createTrashStore(descriptor),
    hooks,
    callbacks,
    callsOut: calls || hooks.beforeValidate.length + hooks.beforeChange.length + hooks.afterRead.length > 0,
    validates: [...callbacks.values()].some((one) => one.validate !== undefined),
    defaults: createDefaults(descriptor.fields, callbacks),
    virtuals: createVirtualPlan(descriptor.fields, callbacks),
    slugs: slugSlots(model),
    restricted: new Set(descriptor.fields.filter((field) => hasFieldAccess([field])).map(({ name }) => name)),
    unique: createUniqueCheck(model),
    pending,
    files,
    folders,
  };
}

/** The transaction of a write. */
export interface WriteTransaction {
  readonly driver: WriteSource;
  readonly type: DocumentType;
  readonly access: DocumentAccess | null;
}

/** A document that has one writer at a time. */
export interface LockedDocument {
  readonly environment: { readonly mutex: KeyedMutex | null };
  readonly type: DocumentType;
  readonly id: string;
}

const hints: TransactionHints = { findsByKey: true };

/**
 * Runs a write of a document. Where it runs no code of the config, it shares a transaction with concurrent
 * writes.
 */
export function inWriteTransaction<T>(
  { driver, type, access }: WriteTransaction,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return runsConfigCode({ type, access })
    ? driver.transaction(work, hints)
    : driver.briefTransaction(work, hints);
}

/** Whether code of the config may run in the transaction of a write. */
export function runsConfigCode({
  type: { callsOut, model, folders },
  access,
}: Pick<WriteTransaction, 'type' | 'access'>): boolean {
  if (callsOut || access === null) return callsOut;
  if (folders !== null && access.verdict(folders, 'read') === 'ask') return true;
  return asksCallbacks(access, model.descriptor);
}

/**
 * Writers of one document wait for each other here, without a connection. In the database each would hold a
 * connection while it waits for the row, so that many writers of one document would exhaust the pool for all
 * requests.
 */
export function withDocumentLock<T>(
  { environment: { mutex }, type, id }: LockedDocument,
  work: () => Promise<T>,
): Promise<T> {
  const { kind, slug } = type.model.descriptor;
  return mutex === null ? work() : mutex.runExclusive(`${kind} ${slug} ${id}`, work);
}

/** A callback was called before, but is called again if the document has changed since. */
function asksCallbacks(access: DocumentAccess, descriptor: DocumentDescriptor): boolean {
  return access.verdict(descriptor, 'update') === 'ask' || access.verdict(descriptor, 'read') === 'ask';
}
