import { badInput } from '../errors/service-error.js';

/** The `ETag` of a revision. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Whether `If-None-Match` names the revision. Weak tags count, as RFC 9110 says for this header: proxies that compress make
 * strong tags weak. A header that is no list of tags matches nothing: the worst that follows is a full answer.
 */
export function matchesRevision(ifNoneMatch: string | undefined, revision: number): boolean {
  return ifNoneMatch !== undefined && matchesTag(ifNoneMatch, entityTag(revision));
}

/** The newest revision that `If-None-Match` names; 0 where it names none. */
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

/** What `If-Match` asks for: any revision (`*`), or one of these. */
export type ExpectedRevisions = 'any' | readonly number[];

/**
 * Parses `If-Match`. Here a tag that cannot be a revision is a mistake of the client, and reading it leniently could
 * overwrite somebody's work; so it is refused. Weak tags are taken: our revisions mean the same, weak or strong.
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

/** Null for a tag that was never ours. */
function revisionOf(tag: string): number | null {
  const revision = Number(/^"(0|[1-9]\d{0,15})"$/.exec(tag)?.[1]);
  return Number.isSafeInteger(revision) ? revision : null;
}

function malformed(value: string): Error {
  return badInput(
    `If-Match must be a revision in quotes, as ETag gave it ("3"), or *; got ${value.slice(0, 100)}.`,
    [{ path: 'If-Match', message: 'Not a revision.' }],
  );
}

const nextTag = /[\t ]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(,|$)/y;

/** The tags of a list, without their `W/`; null when it is none. */
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
