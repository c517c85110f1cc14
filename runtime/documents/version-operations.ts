import { decideView } from '../access/decide-view.js';
import { ServiceError } from '../errors/service-error.js';
import { inView } from '../query/merged-view.js';
import type { Connection } from '../storage/driver.js';
import { changeDocument, saveDraft, type WritePlace } from './change-document.js';
import type { StoredDocument } from './document-model.js';
import { findState, newestOf } from './document-state.js';
import type { DocumentType } from './document-type.js';
import { fittingDocument } from './fitting-data.js';
import { headOf } from './head-of.js';
import { draftsSeenThrough } from './is-visible.js';
import type {
  DocumentResult,
  ListResult,
  OperationContext,
  VersionsPage,
  WriteOptions,
} from './operation.js';
import { OutgoingDocument } from './outgoing-document.js';
import { type DocumentReader, wholeDocument } from './read-documents.js';
import { restorableData } from './restorable-data.js';
import type { StoredVersion, VersionFilter, VersionStore } from './version-store.js';
import { writableWhere } from './visible.js';

/** The history of one document. */
export interface DocumentHistory {
  readonly place: WritePlace;
  readonly versions: VersionStore;
  readonly reader: DocumentReader;
}

/** A page of versions, newest first. */
export async function listVersions(
  history: DocumentHistory,
  { page, limit }: VersionsPage,
  context: OperationContext,
): Promise<ListResult> {
  const { place, versions } = history;
  const { driver } = place.environment;
  const filter = await allowedVersions(history, driver, context);
  const totalDocs = await versions.count(driver, filter);
  const found = await versions.page(driver, filter, { offset: (page - 1) * limit, limit });
  const docs: string[] = [];
  for (const version of found) docs.push(await versionText(history, version, context));
  const totalPages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  const facts = { totalDocs, page, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
  return { json: `{"docs":[${docs.join(',')}],${JSON.stringify(facts).slice(1)}` };
}

/** @throws ServiceError NOT_FOUND */
export async function readVersion(
  history: DocumentHistory,
  versionId: string,
  context: OperationContext,
): Promise<string> {
  return versionText(history, await findVersion(history, versionId, context), context);
}

/** Makes a version the draft; where drafts are switched off it is written. */
export async function restoreVersion(
  history: DocumentHistory,
  versionId: string,
  options: WriteOptions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { place } = history;
  const { environment, type } = place;
  const { snapshot } = await findVersion(history, versionId, context);
  const { validator } = options;
  const restoration = { snapshot, validator, access: context.access };
  const data = await restorableData(environment, type, environment.driver, restoration);
  const restore = type.model.descriptor.drafts ? saveDraft : changeDocument;
  return restore(place, data, options, context);
}

async function findVersion(
  history: DocumentHistory,
  versionId: string,
  context: OperationContext,
): Promise<StoredVersion> {
  const { place, versions } = history;
  const { driver } = place.environment;
  const filter = await allowedVersions(history, driver, context);
  const found = await versions.find(driver, filter, versionId);
  if (found !== null) return found;
  const shown = JSON.stringify(versionId.slice(0, 100));
  throw new ServiceError('NOT_FOUND', `The document of ${place.type.model.name} has no version ${shown}.`);
}

/**
 * The versions that may be seen: whoever sees no drafts sees none in the history, and whoever is bound by a constraint sees what the document
 * was while it met that.
 */
async function allowedVersions(
  { place }: DocumentHistory,
  connection: Connection,
  { access }: OperationContext,
): Promise<VersionFilter> {
  const { state, unwritten } = await place.load(connection, null, findState);
  const document = newestOf(state) ?? unwritten;
  const { descriptor } = place.type.model;
  const view = decideView(descriptor, access === null ? true : null, access);
  const id = String(document?.['id']);
  const visible = await writableWhere(access, descriptor, id);
  return {
    document: id,
    withDrafts: !descriptor.drafts || view === 'merged',
    where:
      visible === null || access === null
        ? null
        : inView(visible, draftsSeenThrough(visible, access), 'version'),
  };
}

async function versionText(
  { place, reader }: DocumentHistory,
  { id, createdAt, createdBy, status, snapshot }: StoredVersion,
  context: OperationContext,
): Promise<string> {
  const document = asDocument(place.type, snapshot as StoredDocument);
  const head = JSON.stringify({ id, createdAt, createdBy, status });
  return `${head.slice(0, -1)},"document":${await documentText(place.type, reader, { document, isDraft: status === 'draft' }, context)}}`;
}

/** With the fields that there are now: what is gone may have been hidden from the requester. */
function asDocument(type: DocumentType, snapshot: StoredDocument): StoredDocument {
  const head = Object.entries(snapshot).filter(([name]) => builtIn.has(name));
  return { ...Object.fromEntries(head), ...fittingDocument(type.model.descriptor.fields, snapshot) };
}

const builtIn: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status', '_revision']);

async function documentText(
  type: DocumentType,
  reader: DocumentReader,
  { document, isDraft }: { readonly document: StoredDocument; readonly isDraft: boolean },
  context: OperationContext,
): Promise<string> {
  const { access } = context;
  const id = String(document['id']);
  if (access !== null && !(await access.read(type.model.descriptor, id)).allowed) {
    return String(headOf(document).json);
  }
  const outgoing = OutgoingDocument.ofData(id, document, isDraft);
  const [text = outgoing.text] = await reader.presentAll(type, [outgoing], wholeDocument, context);
  return text;
}
