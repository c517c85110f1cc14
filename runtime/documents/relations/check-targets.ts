import { type Reason, reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import type { ColumnRow } from '../../fields/field-type.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockClause } from '../../storage/locks.js';
import { expandTypes } from '../../util/media-types.js';
import type { TargetTables } from '../document-environment.js';
import { unknownDocument } from '../not-found.js';
import { checkFolder, type Placed } from './folders.js';
import type { Reference } from './reference-plan.js';

interface Search {
  readonly references: readonly Reference[];
  readonly tables: TargetTables;
}

/** The targets that exist, by id; with the type of the file where a field narrows it, else null. */
type Found = ReadonlyMap<string, string | null>;

/**
 * Refuses references to documents that do not exist, and to files of other types than a field takes, with one
 * query for each target collection.
 *
 * @throws ServiceError BAD_USER_INPUT that names every such reference.
 */
export async function checkTargets(connection: Connection, search: Search): Promise<void> {
  if (search.references.length === 0) return;
  const found = await findTargets(connection, search);
  const details = byCollection(search.references).flatMap((reference) => {
    const problem = problemOf(reference, found.get(reference.collection));
    return problem === null ? [] : issueAt(reference.path, problem);
  });
  if (details.length > 0) throw badInput(reason('issues.first'), details);
}

/** The references that a write adds to a document. */
interface AddedReferences extends Placed {
  readonly tables: TargetTables;
}

/**
 * Refuses references to documents that do not exist, and folders that the requester may not use.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export async function checkAddedReferences(connection: Connection, added: AddedReferences): Promise<void> {
  await checkTargets(connection, { references: added.references, tables: added.tables });
  await checkFolder(connection, added);
}

/** References that cannot be stored. */
export interface BadTargets {
  /** Those to documents that do not exist. */
  readonly missing: readonly Reference[];
  /** Those to files of other types than their fields take. */
  readonly unfit: readonly Reference[];
}

/** The references that lead nowhere, or to files that their fields do not take. */
export async function badTargets(connection: Connection, search: Search): Promise<BadTargets> {
  const found = await findTargets(connection, search);
  const references = byCollection(search.references);
  const isFound = ({ collection, id }: Reference): boolean => found.get(collection)?.has(id) === true;
  return {
    missing: references.filter((reference) => !isFound(reference)),
    unfit: references.filter(
      (reference) => isFound(reference) && problemOf(reference, found.get(reference.collection)) !== null,
    ),
  };
}

/** In the order of the queries: those of one collection together, the first one first. */
function byCollection(references: readonly Reference[]): readonly Reference[] {
  const slugs = [...new Set(references.map(({ collection }) => collection))];
  if (slugs.length <= 1) return references;
  return slugs.flatMap((slug) => references.filter(({ collection }) => collection === slug));
}

function problemOf({ collection, id, field }: Reference, found: Found | undefined): Reason | null {
  const type = found?.get(id);
  if (type === undefined) return issueOfTarget({ collection, id, field }, 'missing');
  const { mimeTypes } = field;
  if (mimeTypes === undefined || type === null || expandTypes(mimeTypes).includes(type)) return null;
  return issueOfTarget({ collection, id, field }, 'unfit');
}

/** Why a reference cannot be stored. */
export function issueOfTarget(
  { collection, id, field: { mimeTypes: types = [] } }: Pick<Reference, 'collection' | 'id' | 'field'>,
  issue: keyof BadTargets,
): Reason {
  // Without the type that the file has: the requester may not be allowed to read it.
  return issue === 'missing' ? unknownDocument(collection, id) : reason('file.notForField', { types });
}

async function findTargets(
  connection: Connection,
  { references, tables }: Search,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const slug of new Set(references.map(({ collection }) => collection))) {
    const group = references.filter(({ collection }) => collection === slug);
    const ids = [...new Set(group.map(({ id }) => id))];
    const withType = group.some(({ field }) => field.mimeTypes !== undefined);
    found.set(slug, await findInAny(connection, { tables: tables.get(slug) ?? [], ids, withType }));
  }
  return found;
}

/**
 * A relation may name a document that is not published yet. The second table is queried only for ids that are
 * not published. The documents found cannot be deleted until the transaction ends, and where their type
 * matters, their files cannot be replaced either.
 */
async function findInAny(
  connection: Connection,
  {
    tables,
    ids,
    withType,
  }: { readonly tables: readonly string[]; readonly ids: readonly string[]; readonly withType: boolean },
): Promise<Found> {
  const found = new Map<string, string | null>();
  // A third query finds a document that was published between the first two.
  const looks =
    connection.dialect.hasConcurrentWriters && tables.length > 1 ? [...tables, ...tables] : tables;
  for (const table of looks) {
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    for (const row of await findRows(connection, { table, ids: missing, withType })) {
      found.set(String(row['id']), withType ? String(row['mimeType']) : null);
    }
  }
  return found;
}

async function findRows(
  connection: Connection,
  {
    table,
    ids,
    withType,
  }: { readonly table: string; readonly ids: readonly string[]; readonly withType: boolean },
): Promise<readonly ColumnRow[]> {
  const lock = lockClause(connection, withType ? 'rely' : 'refer');
  const columns = withType ? '"id", "mimeType"' : '"id"';
  const from = `SELECT ${columns} FROM ${quoteIdentifier(table)}`;
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    const row = await connection.get(`${from} WHERE "id" = ?${lock}`, [only]);
    return row === undefined ? [] : [row];
  }
  return connection.all(
    `${from} WHERE ${connection.dialect.sql.isAmong('"id"', 'text')} ORDER BY "id"${lock}`,
    [JSON.stringify(ids)],
  );
}
