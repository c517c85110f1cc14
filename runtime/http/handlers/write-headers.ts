/** What a request says about its write besides the data: `X-Draft`, `X-Autosave`, `If-Match`, `_revision`. */
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import type { Validator } from '../../documents/operation.js';
import type { ExpectedRevisions } from '../../documents/write/intent.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import { parseIfMatch } from '../transport/entity-tags.js';

/** Whether `X-Draft` says that a request writes drafts. */
export function isDraftHeader(value: string | undefined): boolean {
  if (value === undefined) return false;
  if (value !== 'true' && value !== 'false')
    throw issue(reason('xDraft.malformed', { got: value.slice(0, 100) }));
  return value === 'true';
}

/** Whether `X-Draft` makes a write a draft. */
export function isDraftWrite(value: string | undefined, descriptor: DocumentDescriptor): boolean {
  if (value === undefined) return false;
  const isDraft = isDraftHeader(value);
  if (!descriptor.drafts) throw issue(reason('xDraft.switchedOff', { collection: nameOf(descriptor) }));
  return isDraft;
}

/**
 * Whether `X-Autosave` says that a draft is saved while its editor types.
 *
 * @throws ServiceError BAD_USER_INPUT for another value than true or false, and without `X-Draft: true`.
 */
export function isAutosave(value: string | undefined, isDraft: boolean): boolean {
  if (value === undefined) return false;
  const wrong =
    value !== 'true' && value !== 'false'
      ? reason('xAutosave.malformed', { got: value.slice(0, 100) })
      : isDraft
        ? null
        : reason('xAutosave.notDraft');
  if (wrong !== null) throw badInput(wrong, [issueAt('X-Autosave', wrong)]);
  return value === 'true';
}

/** Refuses an `X-Draft` that asks for a draft, on requests that cannot concern one. */
export function refuseDraft(value: string | undefined, descriptor: DocumentDescriptor): void {
  if (isDraftWrite(value, descriptor)) {
    throw issue(reason('xDraft.notForDeletion'));
  }
}

function issue(why: Reason): Error {
  return badInput(why, [issueAt('X-Draft', why)]);
}

/**
 * The check of a draft. Routes of collections with drafts are created with it: a draft must never be checked
 * as the published document.
 */
export function draftValidatorOf(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw new Error('The route was generated without the methods for drafts: run svc generate.');
}

/** Returns the revisions that a write expects by its header alone. */
export function expectedByHeader(ifMatch: string | undefined): ExpectedRevisions {
  return ifMatch === undefined ? 'any' : parseIfMatch(ifMatch);
}

/** Removes `_revision` from a body, and combines it with what the header expects. */
export function expectedByBody(
  body: JsonObject,
  byHeader: ExpectedRevisions,
): { readonly data: JsonObject; readonly expected: ExpectedRevisions } {
  if (!Object.hasOwn(body, '_revision')) return { data: body, expected: byHeader };
  const { _revision: revision, ...data } = body;
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < 0) {
    throw badInput(reason('revision.malformed', { got: JSON.stringify(revision).slice(0, 100) }), [
      issueAt('_revision', reason('revision.notInteger')),
    ]);
  }
  if (byHeader !== 'any' && !byHeader.includes(revision)) {
    throw badInput(reason('revision.disagrees', { ifMatch: byHeader, revision }), [
      issueAt('_revision', reason('revision.differs')),
    ]);
  }
  return { data, expected: [revision] };
}
