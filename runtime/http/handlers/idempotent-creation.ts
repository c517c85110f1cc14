/**
 * Creations and changes with an `Idempotency-Key` (docs/spec/contract.md#idempotency): a request that is
 * sent again gets the response of the first, and writes nothing.
 */

import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import { withoutHidden } from '../../access/hidden-plan.js';
import { rightsKey } from '../../access/rights-key.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { FoundResponse } from '../../documents/idempotency/idempotency-table.js';
import { DoneBefore, type Once } from '../../documents/idempotency/once.js';
import type { DocumentResult } from '../../documents/operation.js';
import { headOf } from '../../documents/read/head-of.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { documentsOf } from './addressed-document.js';
import { callOf, findKept, hashOf, replayed } from './idempotent-call.js';
import type { DoneWrite, KeyedWrite } from './keyed-write.js';
import { createdReply } from './reply.js';

/** A creation of an admitted request. */
export interface KeyedCreation {
  readonly descriptor: CollectionDescriptor;
  /** As in the header. */
  readonly key: string;
  /** Of what was sent, `X-Draft` included. */
  readonly fingerprint: string;
  /** Creates the document, with this in its transaction. */
  readonly write: (once: Once) => Promise<DocumentResult>;
}

/** Creates a document, or returns the response of the request that has created it. */
export function createOnceOnly(
  request: ApiRequest,
  service: Service,
  { write, descriptor, ...creation }: KeyedCreation,
): Promise<Reply> {
  return doOnceOnly(request, service, {
    ...{ ...creation, descriptor, route: descriptor.slug },
    write: async (once) => createdReply(await write(once), descriptor.slug, request),
    reply: (document) => createdReply(document, descriptor.slug, request),
  });
}

/** A write as `onceOnly` takes it. */
export interface KeyedOnce extends KeyedWrite {
  readonly key: string;
  readonly write: (once: Once) => Promise<DoneWrite>;
  readonly reply: (document: DocumentResult, status: 200 | 201) => Reply;
}

/** Does a write, or returns the response of the request that has done it. */
export function writeOnceOnly(
  request: ApiRequest,
  service: Service,
  { sent, write, reply, ...keyed }: KeyedOnce,
): Promise<Reply> {
  return doOnceOnly(request, service, {
    ...{ ...keyed, fingerprint: hashOf(sent) },
    async write(once) {
      const { document, status } = await write(once);
      return reply(document, status);
    },
    // No change leaves a document in its first revision.
    reply: (document) => reply(document, document.revision === 1 ? 201 : 200),
  });
}

interface Keyed {
  readonly descriptor: DocumentDescriptor;
  readonly key: string;
  readonly route: string;
  readonly fingerprint: string;
  readonly write: (once: Once) => Promise<Reply>;
  readonly reply: (document: DocumentResult) => Reply;
}

async function doOnceOnly(request: ApiRequest, service: Service, keyed: Keyed): Promise<Reply> {
  const { key, route, fingerprint, descriptor } = keyed;
  const { access } = request.context;
  const call = callOf(request, { key, route, fingerprint });
  const rights = access === null ? null : rightsOf(descriptor, access);
  try {
    return await keyed.write({ call, rights });
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    const found = await findKept(service, call);
    return replayed(keyed.reply(await visibleNow(request, service, { descriptor, found })));
  }
}

interface KeptWrite {
  readonly descriptor: DocumentDescriptor;
  readonly found: FoundResponse;
}

/** What the requester may read at all. The config may change between two requests, too. */
function rightsOf(descriptor: DocumentDescriptor, access: DocumentAccess): string {
  const drafts = seesDrafts(descriptor, access) ? 'drafts' : 'published';
  return `${rightsKey(access.requester)} ${access.verdict(descriptor, 'read')} ${drafts}`;
}

/**
 * The kept response as far as the requester may see it now: rights may have changed since. Of a document that
 * they may no longer read, only that it was written.
 */
async function visibleNow(request: ApiRequest, service: Service, kept: KeptWrite): Promise<DocumentResult> {
  const { document: id, revision, response } = kept.found;
  const { access } = request.context;
  if (access === null) return { id, revision, json: response };
  const stored = JSON.parse(response) as StoredDocument;
  if (!(await mayStillRead(request, service, { ...kept, access, stored }))) return headOf(stored);
  const hidden = access.fields.hiddenIn(kept.descriptor);
  return hidden === null
    ? { id, revision, json: response }
    : shown({ id, revision }, withoutHidden(stored, hidden));
}

function shown(head: Omit<DocumentResult, 'json'>, document: StoredDocument): DocumentResult {
  return { ...head, json: JSON.stringify(document) };
}

interface StillRead extends KeptWrite {
  readonly access: DocumentAccess;
  readonly stored: StoredDocument;
}

/** Whether the requester reads the document now: the draft, where the response shows one. */
async function mayStillRead(
  { context }: ApiRequest,
  service: Service,
  { descriptor, found, access, stored }: StillRead,
): Promise<boolean> {
  const isOfDraft = stored['_status'] === 'draft' || '_pending' in stored;
  const isUnseen = isOfDraft && !seesDrafts(descriptor, access);
  if (isUnseen || access.verdict(descriptor, 'read') === 'denied') {
    // Who could not read it before either got what they had sent, and gets no more now.
    return found.rights === rightsOf(descriptor, access);
  }
  if (!(await access.read(descriptor, found.document)).allowed) return false;
  try {
    const shape = { depth: 0, select: null, draft: null };
    await documentsOf(service, descriptor).read(found.document, { document: descriptor, shape }, context);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
