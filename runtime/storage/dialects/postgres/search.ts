/**
 * Search by `tsvector`, made as text from the terms of the service: no configuration of a language takes
 * part. Fields that every reader may read share a vector, in which the weight of a field is that of its
 * positions; a position is free between fields, so that no phrase crosses them. Positions are needed: a
 * vector without them has no weights.
 */
import type { SearchDescriptor, SearchField } from '../../../codegen/searched-fields.js';
import type { SearchEntry } from '../../../query/search/search-entry.js';
import type { SearchTest } from '../../../query/search/search-expression.js';
import type { Parameter } from '../../../query/sql/parameter.js';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { SearchSql, SqlPart } from '../../../query/sql/search-sql.js';
import type { SearchStorage } from '../search-storage.js';

const labels = { 4: 'A', 3: 'B', 2: 'C', 1: 'D' } as const;

export const postgresSearch: SearchSql = Object.freeze<SearchSql>({
  meets(search, { required, excluded }, id) {
    const tests = [
      ...required.map((test) => testSql(search, test, 'si')),
      ...excluded.map((test) => negated(testSql(search, test, 'si'))),
    ];
    return {
      sql: `${id} IN (SELECT si."id" FROM ${quoteIdentifier(search.table)} si WHERE ${tests.map(({ sql }) => sql).join(' AND ')})`,
      parameters: tests.flatMap(({ parameters }) => parameters),
    };
  },
  scored: ({ table }) => quoteIdentifier(table),
  position: null,
  score(search, _condition, { parts, alias }) {
    const parameters: Parameter[] = [];
    const written = parts.map(({ cases, otherwise }) => {
      if (cases.length === 0) return String(otherwise);
      const whens = cases.map(({ value, tests }) => {
        const some = tests.map((test) => testSql(search, test, alias));
        parameters.push(...some.flatMap((test) => test.parameters));
        return `WHEN ${some.map(({ sql }) => sql).join(' OR ')} THEN ${value}`;
      });
      return `CASE ${whens.join(' ')} ELSE ${otherwise} END`;
    });
    return { sql: written.join(' + '), parameters };
  },
});

function negated({ sql, parameters }: SqlPart): SqlPart {
  return { sql: `NOT ${sql}`, parameters };
}

/** Some vector has the terms: one for each group of fields. */
function testSql({ fields }: SearchDescriptor, test: SearchTest, alias: string): SqlPart {
  const groups = [...new Set(test.fields.map((at) => fields[at]?.group ?? 0))];
  const parts = groups.map((group): SqlPart => {
    const own = fields.filter((field) => field.group === group);
    const tested = test.fields.flatMap((at) => (fields[at]?.group === group ? [fields[at]] : []));
    return {
      sql: `${alias}.${vectorOf(group)} @@ ?::tsquery`,
      parameters: [queryText(test, tested.length === own.length ? '' : labelsOf(tested))],
    };
  });
  return {
    sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

function vectorOf(group: number): string {
  return `"v${group}"`;
}

function labelsOf(fields: readonly SearchField[]): string {
  return [...new Set(fields.map(({ weight }) => labels[weight]))].join('');
}

/** Terms are letters, marks and digits, so that quotes hold them. */
function queryText({ terms, isBeginning }: SearchTest, label: string): string {
  return terms
    .map((term, at) => {
      const mark = `${isBeginning && at === terms.length - 1 ? '*' : ''}${label}`;
      return `'${term}'${mark === '' ? '' : `:${mark}`}`;
    })
    .join(' <-> ');
}

export const postgresSearchStorage: SearchStorage = Object.freeze<SearchStorage>({
  createSql(search) {
    const table = quoteIdentifier(search.table);
    const groups = groupsOf(search);
    const columns = groups.map((group) => `${vectorOf(group)} TSVECTOR NOT NULL`);
    return [
      `CREATE TABLE ${table} ("id" TEXT COLLATE "C" NOT NULL PRIMARY KEY, ${columns.join(', ')})`,
      ...groups.map(
        (group) =>
          `CREATE INDEX ${quoteIdentifier(`${search.table}_v${group}`)} ON ${table} USING gin (${vectorOf(group)})`,
      ),
    ];
  },
  dropSql: (table) => [`DROP TABLE IF EXISTS ${quoteIdentifier(table)}`],
  putSql(search, id, entry) {
    const groups = groupsOf(search);
    const columns = groups.map(vectorOf);
    return [
      {
        sql:
          `INSERT INTO ${quoteIdentifier(search.table)} ("id", ${columns.join(', ')}) VALUES (?, ${groups.map(() => '?::tsvector').join(', ')}) ` +
          `ON CONFLICT ("id") DO UPDATE SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`,
        parameters: [id, ...groups.map((group) => vectorText(search, entry, group))],
      },
    ];
  },
  removeSql: (table, isAmong) => [`DELETE FROM ${quoteIdentifier(table)} WHERE ${isAmong('"id"')}`],
  idsTable: (table) => quoteIdentifier(table),
});

function groupsOf({ fields }: SearchDescriptor): readonly number[] {
  return [...new Set(fields.map(({ group }) => group))].sort((a, b) => a - b);
}

/** `'term':1A,7D 'other':2A` */
function vectorText({ fields }: SearchDescriptor, entry: SearchEntry, group: number): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [at, field] of fields.entries()) {
    if (field.group !== group) continue;
    for (const term of entry[at] ?? []) {
      position += 1;
      if (term === null) continue;
      const known = places.get(term) ?? [];
      known.push(`${position}${labels[field.weight]}`);
      places.set(term, known);
    }
    position += 1;
  }
  return [...places].map(([term, positions]) => `'${term}':${positions.join()}`).join(' ');
}
