import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import { rowContainer } from './field-paths.js';
import { quoteText } from './literals.js';
import type { MigrationDialect } from './migration-dialect.js';

export interface RowSource {
  /** The `FROM` clause. */
  readonly from: string;
  readonly conditions: readonly string[];
  /** The JSON of one row. */
  readonly json: string;
}

export interface RowPlace {
  readonly table: TableSchema;
  /** Path of an array, or of a block: `content.hero`. */
  readonly container: string;
  readonly dialect: MigrationDialect;
}

/** Selects every row of a container in all documents of a table. */
export function rowSource({ table, container, dialect }: RowPlace): RowSource {
  const slug = blockSlug(table, container);
  const listPath = slug === null ? container : container.slice(0, -slug.length - 1);
  const outer = rowContainer(listPath, table.fields);
  const depth = container.split('.').length;
  const alias = `in${depth}`;
  const own =
    slug === null
      ? []
      : [`${dialect.scalarAt(dialect.rowJson(alias), ['blockType'], 'text')} = ${quoteText(slug)}`];
  if (outer === '') {
    const column = quoteIdentifier(table.fields.find(({ path }) => path === listPath)?.columns[0] ?? '');
    const json = dialect.columnJson(`${quoteIdentifier(table.name)}.${column}`, 'json');
    return {
      from: `${quoteIdentifier(table.name)}, ${dialect.eachRow(json, [], alias)}`,
      conditions: own,
      json: dialect.rowJson(alias),
    };
  }
  const around = rowSource({ table, container: outer, dialect });
  const inner = dialect.eachRow(around.json, listPath.slice(outer.length + 1).split('.'), alias);
  return {
    from: `${around.from}, ${inner}`,
    conditions: [...around.conditions, ...own],
    json: dialect.rowJson(alias),
  };
}

function blockSlug({ fields }: TableSchema, container: string): string | null {
  const isBlock = fields.some(({ path, kind }) => path === container && kind === 'block');
  return isBlock ? (container.split('.').at(-1) ?? null) : null;
}
