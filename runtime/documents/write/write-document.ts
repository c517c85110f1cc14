/** The write of one document, from the intent to the response. Each step is a file of its name. */
import { nameOf } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { globalId } from '../document-model.js';
import { newestOf, publishedOrDraft, type WrittenTexts } from '../document-state.js';
import { inWriteTransaction, runsConfigCode, withDocumentLock } from '../document-type.js';
import { findState, storeState } from '../drafts/stored-state.js';
import { runChangedHooks } from '../hooks/run-hooks.js';
import { claimOnce, keepOnce } from '../idempotency/once.js';
import { joinableByCalls, type OpenTransaction } from '../local/open-transaction.js';
import type { DocumentResult, OperationContext, RecordedWrite } from '../operation-context.js';
import { refuseOtherType } from '../relations/narrowed-types.js';
import { recordEarlierState, recordVersion } from '../versions/record-version.js';
import { answerWrite } from './answer-write.js';
import { applyIntent } from './apply-intent.js';
import { type Effect, isEmptyUpdate, returnsDraft, type WriteIntent } from './intent.js';
import { loadDocument, type OpenWrite, type WriteTarget } from './load-document.js';
import { uniqueConflict } from './unique-conflict.js';
import type { WriteOutcome } from './write-outcome.js';

/**
 * Does a write in its transaction, and runs the `afterChange` hooks after it.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT for another revision than the client expects, then
 * BAD_USER_INPUT for the data.
 */
export async function writeDocument(
  target: WriteTarget,
  { intent, context }: { readonly intent: WriteIntent; readonly context: OperationContext },
): Promise<DocumentResult> {
  const { environment, type } = target;
  const { access } = context;
  if (isEmptyUpdate(intent) && intent.once === undefined) {
    const connection = environment.driver;
    const loaded = await loadDocument({ target, intent, context, connection, locks: false });
    const write = { target, intent, context, connection, loaded };
    return { ...(await answer(write, { outcome: null, texts: noTexts })), isUnchanged: true };
  }
  const { once } = intent;
  const transaction = { driver: environment.driver, type, access };
  const joinable = runsConfigCode(transaction) ? joinableByCalls : notJoinable;
  const { outcome, result, calls } = await alone({ target, intent }, () =>
    inWriteTransaction(transaction, (connection) =>
      joinable({ environment, context, connection }, async (calls) => {
        // First of all: a request that repeats this one at the same time waits, and runs no hook.
        await claimOnce(connection, { once, clock: environment.clock });
        const loaded = await loadDocument({ target, intent, context, connection, locks: true });
        const write: OpenWrite = { target, intent, context, connection, loaded };
        const outcome = await withAddresses(write, await applyIntent(write));
        const stored = (): Promise<WrittenTexts> => storeOutcome(write, outcome, calls);
        const texts = await (calls === null ? stored() : calls.alone(stored));
        const result = await answer(write, { outcome, texts });
        await calls?.settle();
        await keepOnce(connection, { once, result });
        if (outcome !== null) await context.recordWrite?.(connection, recordOf(write, outcome));
        return { outcome, result: outcome === null ? { ...result, isUnchanged: true } : result, calls };
      }),
    ),
  ).catch((error: unknown) => {
    throw uniqueConflict(type.model, { error, access });
  });
  await calls?.follow(environment);
  if (outcome !== null) await runAfterChange({ target, intent, context }, outcome);
  return result;
}

/** Files may be read elsewhere: where, is known when both views are. */
async function withAddresses(
  { target: { type }, connection }: OpenWrite,
  outcome: WriteOutcome | null,
): Promise<WriteOutcome | null> {
  const { descriptor } = type.model;
  if (outcome === null || type.files?.readdress === undefined || descriptor.kind !== 'collection') {
    return outcome;
  }
  const { after, document } = outcome;
  const state = await type.files.readdress(connection, { descriptor, state: after });
  const isPublished = document === after.published;
  const now = isPublished ? state.published : state.pending?.document;
  return { ...outcome, after: state, document: now ?? document };
}

/** The same where no code of the config can run. */
function notJoinable<T>(_: object, work: (calls: OpenTransaction | null) => Promise<T>): Promise<T> {
  return work(null);
}

/**
 * A hook returns what it changes of its own document. Changed by a call of `local` instead, it would be
 * overwritten with what was read before.
 *
 * @throws ServiceError INTERNAL_ERROR
 */
async function refuseChanged({ target: { type }, intent, connection, loaded }: OpenWrite): Promise<void> {
  if (intent.kind === 'create') return;
  const state = await findState(connection, type, intent.id);
  const now = state && newestOf(state);
  const before = newestOf(loaded.state);
  if (now?.['_revision'] === before?.['_revision']) return;
  throw new ServiceError('INTERNAL_ERROR', reason('local.ownDocument', { document: type.model.name }));
}

function recordOf({ target: { type }, intent }: OpenWrite, { document, event }: WriteOutcome): RecordedWrite {
  return {
    ...{ document: nameOf(type.model.descriptor), id: String(document['id'] ?? globalId), event },
    isAutosave: intent.kind === 'update' && intent.isAutosave === true,
  };
}

const noTexts: WrittenTexts = new Map();

/** A new document has no other writer. */
function alone<T>(
  { target: { environment, type }, intent }: Pick<OpenWrite, 'target' | 'intent'>,
  work: () => Promise<T>,
): Promise<T> {
  return intent.kind === 'create' ? work() : withDocumentLock({ environment, type, id: intent.id }, work);
}

async function storeOutcome(
  write: OpenWrite,
  outcome: WriteOutcome | null,
  calls: OpenTransaction | null,
): Promise<WrittenTexts> {
  if (calls?.hasWritten) await refuseChanged(write);
  await runEffects(write, { outcome, moments: ['always', 'first-published'] });
  const texts = outcome === null ? noTexts : await store(write, outcome);
  await runEffects(write, { outcome, moments: ['written'] });
  return texts;
}

async function store(
  { target: { environment, type }, context, connection, loaded }: OpenWrite,
  { after, document, version }: WriteOutcome,
): Promise<WrittenTexts> {
  const recording = { connection, type, environment };
  await recordEarlierState(recording, loaded.state);
  const texts = await storeState(connection, { type, before: loaded.state, after });
  if (version !== null) {
    const { access } = context;
    await recordVersion(recording, { document, texts, status: version, access });
  }
  const { descriptor } = type.model;
  if (type.files !== null && descriptor.kind === 'collection') {
    const id = String(document['id']);
    await type.files.written(connection, { descriptor, id, after });
    const { narrowed } = environment;
    const replaced = { slug: descriptor.slug, id, before: loaded.state, after, access: context.access };
    await refuseOtherType(connection, narrowed, replaced);
  }
  return texts;
}

async function runEffects(
  { intent, connection, loaded }: OpenWrite,
  {
    outcome,
    moments,
  }: { readonly outcome: WriteOutcome | null; readonly moments: readonly Effect['when'][] },
): Promise<void> {
  if (intent.effects === undefined) return;
  for (const effect of intent.effects) {
    if (!moments.includes(effect.when) || !applies(effect, outcome)) continue;
    await effect.run(connection, {
      before: publishedOrDraft(loaded.state),
      document: outcome?.document ?? null,
    });
  }
}

function applies({ when }: Effect, outcome: WriteOutcome | null): boolean {
  if (when === 'always') return true;
  return when === 'written' ? outcome !== null : outcome?.isFirstPublication === true;
}

function answer(
  { target, intent, context, loaded }: OpenWrite,
  { outcome, texts }: { readonly outcome: WriteOutcome | null; readonly texts: WrittenTexts },
): Promise<DocumentResult> {
  const written = {
    state: outcome?.after ?? loaded.state,
    // The default document of a global is shown until something is written.
    ...(outcome === null && loaded.unwritten !== undefined && { unwritten: loaded.unwritten }),
    texts,
    isDraft: returnsDraft(intent),
    before: intent.kind === 'create' ? null : loaded,
  };
  return answerWrite(target, { written, context });
}

async function runAfterChange(
  { target: { environment, type }, intent, context }: Pick<OpenWrite, 'target' | 'intent' | 'context'>,
  { after, document, data, event, previous }: WriteOutcome,
): Promise<void> {
  const { afterChange } = type.hooks;
  if (afterChange.length === 0) return;
  const call = {
    name: `afterChange of ${type.model.name}`,
    data,
    document,
    previous,
    operation: intent.kind === 'create' ? 'create' : 'update',
    event,
    // Both the published document and the draft may have changed: the public view decides.
    draft: document !== after.published,
    autosave: intent.kind === 'update' && intent.isAutosave === true,
    context,
  } as const;
  await environment.afterCommit(() => runChangedHooks(afterChange, { call, log: environment.log }));
}
