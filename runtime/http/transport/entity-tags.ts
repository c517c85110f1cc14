import type { ExpectedRevisions } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';

/** Returns the `ETag` of a revision. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Whether `If-None-Match` names the revision. Weak tags count, as RFC 9110 says for this header: proxies that
 * compress make strong tags weak. A header that is not a list of tags matches nothing: at worst a full
 * response is sent.
 */
export function matchesRevision(ifNoneMatch: string | undefined, revision: number): boolean {
  return ifNoneMatch !== undefined && matchesTag(ifNoneMatch, entityTag(revision));
}

/** Returns the newest revision that `If-None-Match` names; 0 if it names none. */
export function newestRevisionIn(ifNoneMatch: string | undefined): number {
  const tags = ifNoneMatch === undefined ? null : parseTags(ifNoneMatch);
  return Math.max(0, ...(tags ?? []).map((tag) => revisionOf(tag) ?? 0));
}

/** The same for any strong tag. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return parseTags(ifNoneMatch)?.includes(tag) ?? false;
}

/**
 * Parses `If-Match`. A tag that cannot be a revision is refused as a mistake of the client: reading it
 * leniently could overwrite the changes of another user. Weak tags are accepted: our revisions mean the same,
 * weak or strong.
 */
export function parseIfMatch(value: string): ExpectedRevisions {
  if (value.trim() === '*') return 'any';
  const tags = parseTags(value);
  if (!tags) throw malformed(value);
  return tags.map((tag) => {
    const revision = revisionOf(tag);
    if (revision === null) throw malformed(value);
    return revision;
  });
}

/** Returns the revision of a tag; null for a tag that this service did not make. */
function revisionOf(tag: string): number | null {
  const revision = Number(/^"(0|[1-9]\d{0,15})"$/.exec(tag)?.[1]);
  return Number.isSafeInteger(revision) ? revision : null;
}

function malformed(value: string): Error {
  return badInput(reason('ifMatch.malformed', { got: value.slice(0, 100) }), [
    issueAt('If-Match', reason('ifMatch.notRevision')),
  ]);
}

const nextTag = /[\t ]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(,|$)/y;

/** Returns the tags of a list, without their `W/`; null if it is not a list of tags. */
function parseTags(list: string): readonly string[] | null {
  const tags: string[] = [];
  nextTag.lastIndex = 0;
  while (nextTag.lastIndex < list.length) {
    const match = nextTag.exec(list);
    if (match?.[1] === undefined) return null;
    tags.push(match[1]);
    if (match[2] === '') return tags;
  }
  return null;
}
