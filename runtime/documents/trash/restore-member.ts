/** One document of a batch returns from the trash. */

import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import { slotValue } from '../document-model.js';
import { type DocumentState, publishedOrDraft } from '../document-state.js';
import { withDraft } from '../drafts/change-views.js';
import { findState, storeState } from '../drafts/stored-state.js';
import type { OpenTransaction } from '../local/open-transaction.js';
import type { OperationContext } from '../operation-context.js';
import { recordVersion } from '../versions/record-version.js';
import { freeSlugs, setSlot } from '../write/slugs.js';
import type { TrashPlace } from './find-trashed.js';
import { targetKey } from './move-to-trash.js';
import {
  type ReturnPlace,
  type TypesByName,
  type WaitingReference,
  withoutMissing,
} from './return-references.js';
import { type ReturnedViews, returningViews } from './returning-document.js';
import type { TrashedDocument } from './trash-store.js';

/** A document of a batch that returns. */
export interface Member extends TrashPlace {
  readonly trashed: TrashedDocument;
  readonly values: JsonObject;
}

/** A document that is back. */
export interface Restored extends Member {
  readonly before: DocumentState;
  readonly after: DocumentState;
  readonly data: JsonObject;
  readonly dropped: ReadonlySet<string>;
  readonly waiting: readonly WaitingReference[];
}

/** What the return of a document takes part in. */
export interface Returning {
  readonly environment: DocumentEnvironment;
  readonly types: TypesByName;
  readonly connection: Connection;
  readonly context: OperationContext;
  readonly calls: OpenTransaction | null;
}

/** With the documents that return together. */
export interface Restoring extends Returning {
  readonly place: ReturnPlace;
}

/** Says which documents return together. */
export function placed(returning: Returning, members: readonly Member[]): Restoring {
  const { environment, types, context } = returning;
  return { ...returning, place: { environment, types, context, returning: new Set(members.map(keyOf)) } };
}

/** The key of a member, as references to it have it. */
export function keyOf({ descriptor, trashed }: Member): string {
  return targetKey({ collection: descriptor.slug, id: trashed.id });
}

/** A step of the restore itself, when no call of a hook runs. */
export function inTurn<T>(calls: OpenTransaction | null, step: () => Promise<T>): Promise<T> {
  return calls === null ? step() : calls.alone(step);
}

/**
 * Stores a document again, with its version and files.
 *
 * @throws ServiceError CONFLICT where its id, a unique value or a reference does not let it return.
 */
export async function returnDocument(restoring: Restoring, member: Member): Promise<Restored> {
  const { connection, place, context, calls } = restoring;
  const { type, descriptor, trashed, values } = member;
  const { environment } = place;
  const { state } = trashed;
  if ((await findState(connection, type, trashed.id)) !== null) {
    throw new ServiceError('CONFLICT', reason('trash.idInUse', { collection: type.model.name }));
  }
  const views = await returningViews({ environment, type, descriptor, state, values, context });
  return inTurn(calls, async () => {
    const waiting: WaitingReference[] = [];
    const after = await returnedState(restoring, member, { ...views, waiting });
    await storeState(connection, { type, before: nothing, after });
    const document = publishedOrDraft(after);
    if (document === null) throw new Error('A document without content was restored.');
    const status = after.published === null ? 'draft' : 'published';
    const { access } = context;
    await recordVersion({ connection, type, environment }, { document, texts: new Map(), status, access });
    await type.files?.returned(connection, { descriptor, ids: [trashed.id] });
    await type.files?.written(connection, { descriptor, id: trashed.id, after });
    return { ...member, before: state, after, data: views.data, dropped: views.dropped, waiting };
  });
}

const nothing: DocumentState = { published: null, pending: null };

/** Both views with free slugs and references that lead somewhere. */
async function returnedState(
  { connection, place, context: { access } }: Restoring,
  { type, descriptor, trashed, values }: Member,
  { published, draft, dropped, waiting }: ReturnedViews & { readonly waiting: WaitingReference[] },
): Promise<DocumentState> {
  const shared = { type, values, dropped, waiting };
  const live =
    published &&
    (await withoutMissing(connection, place, { ...shared, document: published, view: 'published' }));
  const pending =
    draft && (await withoutMissing(connection, place, { ...shared, document: draft, view: 'pending' }));
  const former = live && structuredClone(live);
  if (live !== null) await freeSlugs(connection, type, { document: live, before: null, access });
  if (pending !== null) {
    // A draft that has not changed the slug follows what is published.
    for (const slot of type.slugs) {
      if (live === null || former === null || slotValue(pending, slot) !== slotValue(former, slot)) continue;
      const slug = slotValue(live, slot);
      if (typeof slug === 'string') setSlot(pending, slot, slug);
    }
    await freeSlugs(connection, type, { document: pending, before: live, access });
  }
  const named = trashed.state.pending?.fields;
  const state: DocumentState =
    pending === null
      ? { published: live, pending: null }
      : withDraft(type, { published: live, draft: pending, ...(named && { named }) });
  return (await type.files?.readdress?.(connection, { descriptor, state })) ?? state;
}
