import { decideView } from '../../access/decide-view.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { inView } from '../../query/merged-view.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import type { ListResult, Restoration, VersionsPage } from '../operation.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import { wholeDocument } from '../read/document-reader.js';
import { headOf } from '../read/head-of.js';
import { OutgoingDocument } from '../read/outgoing-document.js';
import { mayRead, writableWhere } from '../read/read-rights.js';
import { draftsSeenThrough } from '../read/visible-state.js';
import type { Effect } from '../write/intent.js';
import { loadDocument, type WriteTarget } from '../write/load-document.js';
import { writeDocument } from '../write/write-document.js';
import { fittingDocument } from './fitting-data.js';
import { restorableData } from './restorable-data.js';
import { type AuthorNames, authorNames } from './version-authors.js';
import type { StoredVersion, VersionFilter, VersionStore } from './version-store.js';

/** The history of one document, for a requester. */
export interface DocumentHistory {
  readonly target: WriteTarget;
  readonly id: string;
  readonly versions: VersionStore;
  readonly context: OperationContext;
}

/** A page of versions, newest first. */
export async function versionsPage(
  history: DocumentHistory,
  { page, limit }: VersionsPage,
): Promise<ListResult> {
  const { target, versions } = history;
  const { driver } = target.environment;
  const filter = await allowedVersions(history);
  const totalDocs = await versions.count(driver, filter);
  const found = await versions.page(driver, filter, { offset: (page - 1) * limit, limit });
  const names = await authorNames(target.environment, { connection: driver, versions: found });
  const docs: string[] = [];
  for (const version of found) docs.push(await versionText(history, { version, names }));
  const totalPages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  const facts = { totalDocs, page, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
  return { json: `{"docs":[${docs.join(',')}],${JSON.stringify(facts).slice(1)}` };
}

/** @throws ServiceError NOT_FOUND */
export async function versionAsJson(history: DocumentHistory, versionId: string): Promise<string> {
  const { environment } = history.target;
  const version = await findVersion(history, versionId);
  const names = await authorNames(environment, { connection: environment.driver, versions: [version] });
  return versionText(history, { version, names });
}

/** The newest of some versions that the requester may see, as JSON; null if there is none. */
export async function newestVersionAsJson(
  history: DocumentHistory,
  ids: readonly string[],
): Promise<string | null> {
  const filter = await allowedVersions(history);
  const version = await history.versions.newestOf(history.target.environment.driver, filter, ids);
  return version && versionText(history, { version, names: new Map() });
}

/** Makes a version the draft; where drafts are disabled it is written directly. */
export async function restoreFrom(
  history: DocumentHistory,
  { versionId, validator, expected }: Restoration,
): Promise<DocumentResult> {
  const { target, id, context } = history;
  const { environment, type } = target;
  const { snapshot } = await findVersion(history, versionId);
  const restoration = { snapshot, validator, access: context.access };
  const data = await restorableData(environment.driver, { environment, type, ...restoration });
  const isDraft = type.model.descriptor.drafts;
  const effects = [stillKept(history, versionId)];
  const restored = { kind: 'update', id, expected, data, validator, isDraft, isRestored: true } as const;
  return writeDocument(target, { intent: { ...restored, effects }, context });
}

/**
 * Refuses a version that was trimmed since it was read: its files may be on their way out, and the document
 * would name them. A write that trims has the lock of the document, as the restoration has by now.
 */
function stillKept({ versions, id, target }: DocumentHistory, versionId: string): Effect {
  const every = { document: id, withDrafts: true, where: null } as const;
  return {
    when: 'always',
    async run(connection) {
      if ((await versions.find(connection, every, versionId)) === null)
        throw unknownVersion(target, versionId);
    },
  };
}

async function findVersion(history: DocumentHistory, versionId: string): Promise<StoredVersion> {
  const { target, versions } = history;
  const { driver } = target.environment;
  const filter = await allowedVersions(history);
  const found = await versions.find(driver, filter, versionId);
  if (found !== null) return found;
  throw unknownVersion(target, versionId);
}

function unknownVersion({ type }: WriteTarget, versionId: string): ServiceError {
  const why = { collection: type.model.name, version: versionId.slice(0, 100) };
  return new ServiceError('NOT_FOUND', reason('version.unknown', why));
}

/**
 * The versions that the requester may see: without the right to see drafts, only published ones; under a
 * constraint, only versions that meet it.
 */
async function allowedVersions({ target, id: document, context }: DocumentHistory): Promise<VersionFilter> {
  const { access } = context;
  const connection = target.environment.driver;
  const intent = { kind: 'look', id: document, expected: 'any' } as const;
  await loadDocument({ target, intent, context, connection, locks: false });
  const { descriptor } = target.type.model;
  const view = decideView(descriptor, access === null ? true : null, access);
  const visible = await writableWhere(access, descriptor, document);
  return {
    document,
    withDrafts: !descriptor.drafts || view === 'merged',
    where:
      visible === null || access === null
        ? null
        : inView(visible, { seen: draftsSeenThrough(visible, access), rows: 'version' }),
  };
}

async function versionText(
  history: DocumentHistory,
  { version, names }: { readonly version: StoredVersion; readonly names: AuthorNames },
): Promise<string> {
  const { id, createdAt, createdBy, status, snapshot } = version;
  const document = asDocument(history.target.type, snapshot as StoredDocument);
  const createdByName = names.get(createdBy ?? '');
  const named = createdByName === undefined ? {} : { createdByName };
  const head = JSON.stringify({ id, createdAt, createdBy, ...named, status });
  const text = await documentText(history, { document, isDraft: status === 'draft' });
  return `${head.slice(0, -1)},"document":${text}}`;
}

/** With the fields of the current config: a removed field may have been hidden from the requester. */
function asDocument(type: DocumentType, snapshot: StoredDocument): StoredDocument {
  const head = Object.entries(snapshot).filter(([name]) => builtIn.has(name));
  const { descriptor, completeFile } = type.model;
  const document = { ...Object.fromEntries(head), ...fittingDocument(descriptor.fields, snapshot) };
  // Its addresses are those of its time.
  return completeFile === undefined ? document : completeFile(document);
}

const builtIn: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status', '_revision']);

async function documentText(
  { target: { type, reader }, context }: DocumentHistory,
  { document, isDraft }: { readonly document: StoredDocument; readonly isDraft: boolean },
): Promise<string> {
  const id = String(document['id']);
  if (!(await mayRead(context.access, type.model.descriptor, id))) return String(headOf(document).json);
  const outgoing = OutgoingDocument.ofData(id, document, isDraft);
  const [text = outgoing.text] = await reader.presentAll(type, [outgoing], wholeDocument, context);
  return text;
}
