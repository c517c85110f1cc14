/**
 * Search by FTS5: a column for each field, with terms that the service has made. `tokenize='ascii'` keeps
 * FTS5's own tables of letters out, and nothing but an index is stored (`content=''`).
 */
import type { SearchDescriptor } from '../../../codegen/searched-fields.js';
import type { SearchEntry } from '../../../query/search/search-entry.js';
import { implies, type SearchCondition, type SearchTest } from '../../../query/search/search-expression.js';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { SearchSql } from '../../../query/sql/search-sql.js';
import type { SearchStorage } from '../search-storage.js';

/** A term that no text has: a character for private use, between values that are no phrase together. */
const gap = '\ue000';

export const sqliteSearch: SearchSql = Object.freeze<SearchSql>({
  meets(search, condition, id) {
    const [index, rows] = [quoteIdentifier(search.table), rowsTable(search)];
    return {
      sql: `${id} IN (SELECT sr."id" FROM ${index} si CROSS JOIN ${rows} sr ON sr."row" = si.rowid WHERE si.${index} MATCH ?)`,
      parameters: [matching(search, condition)],
    };
  },
  scored: rowsTable,
  position: 'row',
  // The rows meet the condition already: it only keeps the index from finding many others.
  score(search, { required }, { parts, alias, from }) {
    const index = quoteIdentifier(search.table);
    const text = textOf(search);
    const parameters: string[] = [];
    const written = parts.map(({ cases, otherwise }) => {
      if (cases.length === 0) return String(otherwise);
      const whens = cases.map(({ value, tests }) => {
        const others = required.filter((other) => !tests.every((test) => implies(test, other)));
        parameters.push([...others.map(text), `(${tests.map(text).join(' OR ')})`].join(' AND '));
        return `WHEN ${alias}."row" IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid >= ${from}) THEN ${value}`;
      });
      return `CASE ${whens.join(' ')} ELSE ${otherwise} END`;
    });
    return { sql: written.join(' + '), parameters };
  },
});

function rowsTable({ table }: Pick<SearchDescriptor, 'table'>): string {
  return quoteIdentifier(`${table}_rows`);
}

function matching(search: SearchDescriptor, { required, excluded }: SearchCondition): string {
  const text = textOf(search);
  const all = required.map(text).join(' AND ');
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.map(text).join(' OR ')})`;
}

/**
 * Terms are letters, marks and digits, so that quotes hold them. Where all fields count, FTS5 need not look
 * in which of them a term is.
 */
function textOf(search: SearchDescriptor): (test: SearchTest) => string {
  return ({ fields, terms, isBeginning }) => {
    const columns = fields.map((at) => `c${at}`).join(' ');
    const within = fields.length === search.fields.length ? '' : `{${columns}} : `;
    return `(${within}"${terms.join(' ')}"${isBeginning ? ' *' : ''})`;
  };
}

export const sqliteSearchStorage: SearchStorage = Object.freeze<SearchStorage>({
  createSql(search) {
    const columns = search.fields.map((_, at) => `c${at}`).join(', ');
    return [
      `CREATE VIRTUAL TABLE ${quoteIdentifier(search.table)} USING fts5(${columns}, content='', contentless_delete=1, tokenize='ascii', prefix='2 3')`,
      `CREATE TABLE ${rowsTable(search)} ("row" INTEGER PRIMARY KEY, "id" TEXT NOT NULL UNIQUE) STRICT`,
    ];
  },
  dropSql: (table) => [
    `DROP TABLE IF EXISTS ${quoteIdentifier(table)}`,
    `DROP TABLE IF EXISTS ${rowsTable({ table })}`,
  ],
  putSql(search, id, entry) {
    const columns = search.fields.map((_, at) => `c${at}`);
    const rows = rowsTable(search);
    return [
      { sql: `INSERT INTO ${rows} ("id") VALUES (?) ON CONFLICT DO NOTHING`, parameters: [id] },
      {
        sql:
          `INSERT OR REPLACE INTO ${quoteIdentifier(search.table)} (rowid, ${columns.join(', ')}) ` +
          `VALUES ((SELECT "row" FROM ${rows} WHERE "id" = ?), ${columns.map(() => '?').join(', ')})`,
        parameters: [id, ...columnTexts(entry)],
      },
    ];
  },
  removeSql(table, isAmong) {
    const rows = rowsTable({ table });
    return [
      `DELETE FROM ${quoteIdentifier(table)} WHERE rowid IN (SELECT "row" FROM ${rows} WHERE ${isAmong('"id"')})`,
      `DELETE FROM ${rows} WHERE ${isAmong('"id"')}`,
    ];
  },
  idsTable: (table) => rowsTable({ table }),
});

function columnTexts(entry: SearchEntry): readonly string[] {
  return entry.map((terms) => terms.map((term) => term ?? gap).join(' '));
}
