/**
 * Cursors of keyset pagination: the sort values of the last document of a page, and a fingerprint of the sort and filter
 * that they belong to. Opaque to clients. They need no secret: a forged one reads from another place of the same list.
 */
import { createHash } from 'node:crypto';
import { toTimestamp } from '../fields/date-text.js';
import { inputFault } from '../fields/input-fault.js';
import type { CursorPaging, SortTerm, WhereNode } from './plan.js';

export type SortValues = NonNullable<CursorPaging['after']>;

const checksumLength = 12;
/** A cursor carries the sorted texts; beyond this they are no key that one sorts by. */
const longestCursor = 256 * 1024;

/** What a cursor is bound to. Equal filters and sorts have equal fingerprints, however they are written. */
export function fingerprint(slug: string, sort: readonly SortTerm[], where: WhereNode | null): string {
  const order = sort.map(({ path, direction }) => `${path} ${direction}`);
  return digest(JSON.stringify([slug, order, where === null ? '' : canonical(where)]));
}

/** Makes the cursor that continues behind a document with these sort values. */
export function encodeCursor(mark: string, values: SortValues): string {
  const content = JSON.stringify([mark, ...values]);
  return Buffer.from(digest(content) + content).toString('base64url');
}

/** Reads a cursor. Throws a `BAD_USER_INPUT` on everything that {@link encodeCursor} did not make for this list. */
export function decodeCursor(cursor: string, mark: string, sort: readonly SortTerm[]): SortValues {
  const content = readContent(cursor);
  if (content === null)
    throw inputFault('cursor', 'is not a cursor of this service; pass nextCursor of the page before');
  const [own, ...values] = content;
  if (own !== mark)
    throw inputFault('cursor', 'was made with another sort or filter; begin again with an empty cursor');
  if (values.length !== sort.length || !sort.every((term, index) => fits(term, values[index]))) {
    throw inputFault('cursor', 'does not fit the present fields; begin again with an empty cursor');
  }
  return values as SortValues;
}

function readContent(cursor: string): readonly unknown[] | null {
  if (cursor.length > longestCursor) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  // Decoding skips what is not base64url; only the one spelling that we write is a cursor.
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

/** The same text for filters that differ in the order of their conditions only. */
function canonical(node: WhereNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.nodes.map(canonical).sort().join()})`;
    case 'condition': {
      const tests = node.tests.map(
        ({ operator, operand }) => `${operator}${JSON.stringify(operand, writeInfinity)}`,
      );
      return `${node.target.field.path}[${tests.sort().join()}]`;
    }
    case 'status':
      return `_status[${node.published},${node.draft},${node.holdsOnEmpty}]`;
    case 'settled':
      // What a cursor is bound to is what was asked for, whatever view is read.
      return '';
    case 'related':
      return `${node.target.field.path}>(${node.arms.map((arm) => arm.node && canonical(arm.node)).join()})`;
    case 'rows': {
      const arms = node.arms.map((arm) => `${arm.blocks ?? ''}:${arm.node && canonical(arm.node)}`);
      return `${node.target.field.path}*(${arms.join()})`;
    }
  }
}

/** JSON text can hold numbers that are infinite once parsed (`1e999`), but not the other way round. */
function writeInfinity(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value;
}
