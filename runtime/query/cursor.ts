/**
 * Cursors of keyset pagination: the sort values of the last document of a page, and a fingerprint of the sort
 * and filter that they belong to. Opaque to clients. They need no secret: a forged cursor reads from another
 * position of the same list.
 */
import { createHash } from 'node:crypto';
import { reason } from '../errors/reasons/reason.js';
import { toTimestamp } from '../fields/date-text.js';
import { inputIssue } from '../fields/input-issue.js';
import { canonical } from './canonical.js';
import type { CursorPaging, SortTerm, WhereNode } from './plan.js';

export type SortValues = NonNullable<CursorPaging['after']>;

const checksumLength = 12;
/** A cursor contains the sorted texts. Longer texts are no reasonable sort key. */
const maxCursorLength = 256 * 1024;

/**
 * The fingerprint that binds a cursor. Equal filters and sorts have equal fingerprints, however they are
 * written.
 */
export function fingerprint(slug: string, sort: readonly SortTerm[], where: WhereNode | null): string {
  const order = sort.map(({ path, direction }) => `${path} ${direction}`);
  return digest(JSON.stringify([slug, order, where === null ? '' : canonical(where)]));
}

/** Creates the cursor that continues after a document with these sort values. */
export function encodeCursor(mark: string, values: SortValues): string {
  const content = JSON.stringify([mark, ...values]);
  return Buffer.from(digest(content) + content).toString('base64url');
}

/**
 * Decodes a cursor.
 *
 * @throws ServiceError BAD_USER_INPUT for everything that {@link encodeCursor} did not create for this list.
 */
export function decodeCursor(cursor: string, mark: string, sort: readonly SortTerm[]): SortValues {
  const content = readContent(cursor);
  if (content === null) throw inputIssue('cursor', reason('cursor.foreign'));
  const [own, ...values] = content;
  if (own !== mark) throw inputIssue('cursor', reason('cursor.otherList'));
  if (values.length !== sort.length || !sort.every((term, index) => fits(term, values[index]))) {
    throw inputIssue('cursor', reason('cursor.outdated'));
  }
  return values as SortValues;
}

function readContent(cursor: string): readonly unknown[] | null {
  if (cursor.length > maxCursorLength) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  // Decoding skips characters outside base64url; only the spelling that `encodeCursor` writes is valid.
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  const content = text.slice(checksumLength);
  if (digest(content) !== text.slice(0, checksumLength)) return null;
  try {
    const parsed: unknown = JSON.parse(content);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function fits(term: SortTerm, value: unknown): boolean {
  if (value === null) return term.nullable;
  if (term.column === 'createdAt' || term.column === 'updatedAt') {
    return typeof value === 'string' && toTimestamp(value) === value;
  }
  return typeof value === (term.type === 'number' ? 'number' : 'string');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, checksumLength);
}
