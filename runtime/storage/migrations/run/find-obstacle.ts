import type { Connection, Row } from '../../driver.js';
import type { CheckedPattern } from '../../schema/storage-schema.js';
import type { MigrationCheck } from '../files/migration-text.js';

type Reader = Pick<Connection, 'get' | 'all'>;

/** How many documents a message names. */
const maxExamples = 3;
/** Rows that are read at once when the database cannot check them. */
const pageSize = 1_000;

interface Found {
  readonly count: number;
  readonly examples: readonly Row[];
}

/** Returns what a check finds as a sentence; null when there is no obstacle. */
export async function findObstacle(
  connection: Reader,
  sql: string,
  { message, pattern }: MigrationCheck,
): Promise<string | null> {
  const { count, examples } =
    pattern === null ? await countRows(connection, sql) : await matchRows(connection, sql, pattern);
  if (count === 0) return null;
  const times = count === 1 ? 'found once' : `found ${count} times`;
  return `${message} (${times}; for example ${examples.map(exampleText).join(', ')}).`;
}

async function countRows(connection: Reader, sql: string): Promise<Found> {
  const examples = await connection.all(`SELECT * FROM (${sql}) AS "found" LIMIT ${maxExamples}`, []);
  if (examples.length === 0) return { count: 0, examples };
  const row = await connection.get(`SELECT count(*) AS "count" FROM (${sql}) AS "found"`, []);
  return { count: Number(row?.['count']), examples };
}

/**
 * The regular expressions of databases differ from JavaScript's, so values are read and matched here, one
 * page at a time.
 */
async function matchRows(connection: Reader, sql: string, pattern: CheckedPattern): Promise<Found> {
  const expression = new RegExp(pattern.source, pattern.flags);
  const examples: Row[] = [];
  let count = 0;
  for await (const row of rowsOf(connection, sql)) {
    if (entriesOf(row['value'], pattern).every((entry) => expression.test(entry))) continue;
    count += 1;
    if (examples.length < maxExamples) examples.push(row);
  }
  return { count, examples };
}

/** Returns all rows of a query whose column `id` is the document's id; a document may have many rows. */
async function* rowsOf(connection: Reader, sql: string): AsyncGenerator<Row> {
  const from = `SELECT * FROM (${sql}) AS "found" WHERE "id"`;
  let last = '';
  for (;;) {
    const page = await connection.all(`${from} > ? ORDER BY "id" LIMIT ${pageSize}`, [last]);
    const end = page.at(-1)?.['id'];
    if (end === undefined) return;
    last = String(end);
    yield* page.filter(({ id }) => id !== end);
    // The page may end in the middle of a document.
    yield* await connection.all(`${from} = ?`, [last]);
  }
}

function entriesOf(value: unknown, { list }: CheckedPattern): readonly string[] {
  if (typeof value !== 'string') return [];
  const entries: unknown = list === true ? JSON.parse(value) : [value];
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
}

function exampleText(row: Row): string {
  const [first, ...rest] = Object.entries(row);
  const values = rest
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name === 'value' ? '' : `${name} `}${shown(value)}`);
  return `document ${String(first?.[1])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`;
}

/** Shortens a value: it may be a whole article. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
