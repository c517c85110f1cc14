import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { loadBetterSqlite3 } from '../../../runtime/storage/dialects/sqlite/better-sqlite3.js';
import { type ServerProcess, startServer } from '../../support/server-process.js';
import { type CommandResult, projectFolder, svc, writeFiles } from '../../support/svc-command.js';
import { query } from './postgres-rows.js';

/** A project in a temporary folder, migrated with the real command. */
export interface MigrationProject extends Disposable {
  readonly path: string;
  /** Replaces the config: `body` is the text inside `defineConfig({ ... })`. */
  configure(body: string): void;
  migrate(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command that must succeed; returns the output of `--json`. */
  done(...args: readonly string[]): Promise<Record<string, unknown>>;
  /** Names of the files in `migrations/`. */
  files(): readonly string[];
  text(file: string): string;
  /** Runs SQL in the SQLite database, to read rows or to insert them. */
  rows(sql: string): readonly Record<string, unknown>[];
  execute(sql: string): void;
}

export function migrationProject(body: string, env: Readonly<Record<string, string>> = {}): MigrationProject {
  const folder = projectFolder();
  const configure = (text: string): void =>
    writeFiles(folder.path, {
      'svc.config.ts': `import { defineConfig, postgres, postgresSessions } from 'svc';\n\nexport default defineConfig({ ${text} });\n`,
    });
  configure(body);
  const migrate = (...args: readonly string[]): Promise<CommandResult> =>
    svc(['migrate', ...args], { cwd: folder.path, env });
  return {
    path: folder.path,
    configure,
    migrate,
    async done(...args) {
      const { code, stdout, stderr } = await migrate(...args, '--json');
      if (code !== 0) throw new Error(`svc migrate ${args.join(' ')} exited with ${code}: ${stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    files: () => readdirSync(join(folder.path, 'migrations')).sort(),
    text: (file) => readFileSync(join(folder.path, 'migrations', file), 'utf8'),
    rows: (sql) =>
      withDatabase(folder.path, (database) => database.prepare(sql).all() as Record<string, unknown>[]),
    execute: (sql) => withDatabase(folder.path, (database) => void database.exec(sql)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Builds the project's server, and starts it with a PostgreSQL database, or with the project's own file. */
export async function serveProject({ path }: MigrationProject, url: string | null): Promise<ServerProcess> {
  const built = await svc(['build'], { cwd: path });
  if (built.stderr !== '') throw new Error(built.stderr);
  const env = url === null ? {} : { SVC_DATABASE_URL: url };
  return startServer(process.execPath, ['dist/server.js'], { cwd: path, env });
}

/** Runs statements by hand, in PostgreSQL or in the project's own file. */
export async function executeIn(project: MigrationProject, url: string | null, sql: string): Promise<void> {
  if (url === null) project.execute(sql);
  else await query(url, sql);
}

/** Rows of a query, in PostgreSQL or in the project's own file. */
export async function rowsIn(
  project: MigrationProject,
  url: string | null,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return url === null ? project.rows(sql) : query(url, sql);
}

/** Every row of documents and of the service's tables as text, without the database's own tables. */
export async function allRows(
  project: MigrationProject,
  url: string | null,
): Promise<readonly { readonly table: string; readonly row: string }[]> {
  const tables =
    url === null
      ? `SELECT name FROM sqlite_schema WHERE type = 'table'`
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';
  const names = await rowsIn(project, url, tables);
  const all: { table: string; row: string }[] = [];
  for (const name of names.map((row) => String(row['name']))) {
    if (['_svc_schema', '_svc_migrations'].includes(name)) continue;
    const rows =
      url === null ? project.rows(`SELECT * FROM "${name}"`) : await query(url, `SELECT * FROM "${name}"`);
    all.push(...rows.map((row) => ({ table: name, row: JSON.stringify(row) })));
  }
  return all;
}

function withDatabase<T>(path: string, work: (database: Database) => T): T {
  const BetterSqlite3 = loadBetterSqlite3();
  const database = new BetterSqlite3(join(path, '.svc/data.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
