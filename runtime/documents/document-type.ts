import type { DocumentAccess } from '../access/document-access.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { CollectionConfig, GlobalConfig } from '../config/collection-config.js';
import { type BoundHooks, bindHooks } from '../hooks/bind-hooks.js';
import { bindFieldCallbacks, type CallbackMap } from '../hooks/field-callbacks.js';
import type { DocumentLog } from '../hooks/run-hooks.js';
import type { TargetTables } from '../relations/check-targets.js';
import { createPopulationPlan, type PopulationPlan } from '../relations/population-plan.js';
import { createReferencePlan, type ReferencePlan } from '../relations/reference-plan.js';
import type { Connection, Driver } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { IdSource } from '../util/ids.js';
import type { Turns } from '../util/turns.js';
import { createDefaults, type Defaults } from './apply-defaults.js';
import { createDocumentModel, type DocumentModel } from './document-model.js';
import { type SlugSlot, slugSlots } from './slugs.js';
import { createUniqueCheck, type UniqueCheck } from './unique-across-views.js';
import { createVersionStore, type VersionStore } from './version-store.js';
import { createDocumentWriter, type DocumentWriter } from './write-statements.js';

/** What all documents share. */
export interface DocumentEnvironment {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: DocumentLog;
  readonly tables: TargetTables;
  /** The service has authentication: nothing is read or written without somebody's rights. */
  readonly secured: boolean;
  /** Writers of one document; null where the database itself has one writer at a time. */
  readonly turns: Turns | null;
}

/** A collection or global with everything that its config binds to it; made once, at start. */
export interface DocumentType {
  readonly model: DocumentModel;
  readonly references: ReferencePlan;
  readonly population: PopulationPlan;
  readonly writer: DocumentWriter;
  /** Null where no history is kept. */
  readonly versions: VersionStore | null;
  readonly hooks: BoundHooks;
  readonly callbacks: CallbackMap;
  /** Whether a write runs code of the config, which may wait for anything. */
  readonly callsOut: boolean;
  /** Whether any field has a `validate` callback. */
  readonly validates: boolean;
  readonly defaults: Defaults;
  readonly slugs: readonly SlugSlot[];
  /** Null where no field is unique, or drafts are switched off. */
  readonly unique: UniqueCheck | null;
  /** The same for the rows of its pending drafts; null where drafts are switched off, and in the pending type itself. */
  readonly pending: DocumentType | null;
}

export function createDocumentType(
  descriptor: DocumentDescriptor,
  config: CollectionConfig | GlobalConfig | undefined,
): DocumentType {
  const pending = descriptor.drafts
    ? typeOfRows(pendingDescriptor(descriptor), config, { isPending: true })
    : null;
  return typeOfRows(descriptor, config, { pending });
}

function typeOfRows(
  descriptor: DocumentDescriptor,
  config: CollectionConfig | GlobalConfig | undefined,
  { isPending = false, pending = null }: { isPending?: boolean; pending?: DocumentType | null },
): DocumentType {
  const model = createDocumentModel(descriptor, isPending);
  const references = createReferencePlan(descriptor.fields);
  const callbacks = bindFieldCallbacks(descriptor.fields, config?.fields ?? []);
  const hooks = bindHooks(config?.hooks);
  return {
    model,
    references,
    population: createPopulationPlan(descriptor.fields),
    writer: createDocumentWriter(model, references),
    versions: isPending ? null : createVersionStore(descriptor),
    hooks,
    callbacks,
    callsOut:
      hooks.beforeValidate.length + hooks.beforeChange.length + hooks.afterRead.length + callbacks.size > 0,
    validates: [...callbacks.values()].some((one) => one.validate !== undefined),
    defaults: createDefaults(descriptor.fields, callbacks),
    slugs: slugSlots(model),
    unique: createUniqueCheck(model),
    pending,
  };
}

/** Runs a write of a document: where the config has no say in it, together with others that come at the same time. */
export function inWriteTransaction<T>(
  driver: Driver,
  { callsOut, model }: DocumentType,
  access: DocumentAccess | null,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const asks = access !== null && asksCallbacks(access, model.descriptor);
  return callsOut || asks ? driver.transaction(work) : driver.briefTransaction(work);
}

/**
 * Whoever changes a document waits for the others here, without a connection. In the database each would hold one while it waits for the
 * row, so that many writers of one document would take the pool from everybody, themselves included.
 */
export function inTurn<T>(
  { turns }: Pick<DocumentEnvironment, 'turns'>,
  { model: { descriptor } }: DocumentType,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  return turns === null ? work() : turns.inTurn(`${descriptor.kind} ${descriptor.slug} ${id}`, work);
}

/** A callback has been asked before, but is asked again when the document has changed since. */
function asksCallbacks(access: DocumentAccess, descriptor: DocumentDescriptor): boolean {
  return access.verdict(descriptor, 'update') === 'ask' || access.verdict(descriptor, 'read') === 'ask';
}
