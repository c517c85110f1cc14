import type { ExpectedRevisions } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import { parseIfMatch } from '../transport/entity-tags.js';

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
