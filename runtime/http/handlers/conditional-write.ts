import type { ExpectedRevisions } from '../../documents/write/intent.js';
import { badInput } from '../../errors/service-error.js';
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
    throw badInput(
      `_revision must be the revision that the change is based on, an integer; got ${JSON.stringify(revision)?.slice(0, 100)}.`,
      [{ path: '_revision', message: 'Must be an integer from 0 on.' }],
    );
  }
  if (byHeader !== 'any' && !byHeader.includes(revision)) {
    throw badInput(
      `If-Match and _revision disagree: ${byHeader.join(', ')} and ${revision}; send one of them.`,
      [{ path: '_revision', message: 'Differs from If-Match.' }],
    );
  }
  return { data, expected: [revision] };
}
