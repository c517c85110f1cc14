import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Statement } from '../../query/compile/statement.js';
import type { Connection } from '../../storage/driver.js';
import { type NamingField, type NamingMap, namingStatement } from './referrers.js';
import { readableRows, rowsThrough } from './seen-pointers.js';

/** A field of a document that refers to another document. */
export interface Use {
  readonly document: DocumentDescriptor;
  readonly id: string;
  /** `items.product` in rows; with the slug of the block in blocks. */
  readonly field: string;
}

/** The document that is referred to. */
export interface UsedDocument {
  readonly slug: string;
  readonly id: string;
  /** The rights of the requester; null without `auth` in the config. */
  readonly access: DocumentAccess | null;
}

/** A part of all uses. */
export interface UseRange {
  /** How many uses are before it. */
  readonly offset: number;
  readonly limit: number;
}

export interface UsePage {
  readonly uses: readonly Use[];
  /** Of all pages. */
  readonly total: number;
}

/**
 * The fields that refer to a document, and the rich texts that show it, in what is published or in a draft,
 * as far as the requester may see them. Ordered by collection, field and id. The database counts and cuts: a
 * document may be referred to by any number of others.
 */
export async function usesOf(
  connection: Connection,
  naming: NamingMap,
  { slug, id, access }: UsedDocument,
  { offset, limit }: UseRange,
): Promise<UsePage> {
  const uses: Use[] = [];
  let total = 0;
  for (const group of byName(naming.get(slug) ?? [])) {
    const seen = await seenUses(connection, { group, id, access });
    if (seen === null) continue;
    const { referrer, sql, parameters } = seen;
    const counted = await connection.get(`SELECT count(*) AS "total" FROM (${sql}) AS "uses"`, parameters);
    const count = Number(counted?.['total'] ?? 0);
    const skipped = Math.max(offset - total, 0);
    const wanted = limit - uses.length;
    total += count;
    if (wanted <= 0 || skipped >= count) continue;
    const rows = await connection.all(
      `SELECT "id" FROM (${sql}) AS "uses" ORDER BY "id" LIMIT ${wanted} OFFSET ${skipped}`,
      parameters,
    );
    const { descriptor } = referrer.type.model;
    for (const row of rows)
      uses.push({ document: descriptor, id: String(row['id']), field: referrer.field.path });
  }
  return { uses, total };
}

/** A field refers by its published value and by that of the draft: a document counts once. */
function byName(referrers: readonly NamingField[]): readonly (readonly NamingField[])[] {
  const groups = new Map<string, NamingField[]>();
  for (const referrer of referrers) {
    const group = groups.get(referrer.name) ?? [];
    groups.set(referrer.name, group);
    group.push(referrer);
  }
  return [...groups.values()];
}

/** The statement selects the ids of the documents. */
interface SeenUses extends Statement {
  readonly referrer: NamingField;
}

/** Null where the requester sees none of them. */
async function seenUses(
  connection: Connection,
  {
    group,
    id,
    access,
  }: { readonly group: readonly NamingField[]; readonly id: string; readonly access: DocumentAccess | null },
): Promise<SeenUses | null> {
  const parts: SeenUses[] = [];
  for (const referrer of group) {
    const seen = await seenThrough(connection, { referrer, id, access });
    if (seen !== null) parts.push(seen);
  }
  const [first] = parts;
  if (first === undefined) return null;
  return {
    referrer: first.referrer,
    sql: parts.map(({ sql }) => sql).join(' UNION '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

async function seenThrough(
  connection: Connection,
  {
    referrer,
    id,
    access,
  }: { readonly referrer: NamingField; readonly id: string; readonly access: DocumentAccess | null },
): Promise<SeenUses | null> {
  const rows = rowsThrough(referrer, access);
  if (rows === null) return null;
  const { sql, parameters } = namingStatement(referrer, [id], connection.dialect.sql);
  const among = { sql: `r0."id" IN (${sql})`, parameters };
  const readable = await readableRows(connection, { ...rows, access }, among);
  if (readable === 'none') return null;
  return { referrer, ...(readable === 'all' ? { sql, parameters } : readable) };
}
