import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { loadBetterSqlite3 } from '../../../runtime/storage/sqlite/better-sqlite3.js';
import { type CommandResult, projectFolder, svc, writeFiles } from '../../support/svc-command.js';

/** A project in a temporary folder, driven by the real command. */
export interface MigrationProject extends Disposable {
  readonly path: string;
  /** Replaces the config: what stands inside `defineConfig({ ... })`. */
  configure(body: string): void;
  migrate(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command that must succeed; answers what `--json` printed. */
  done(...args: readonly string[]): Promise<Record<string, unknown>>;
  /** Names of the files in `migrations/`. */
  files(): readonly string[];
  text(file: string): string;
  /** The SQLite database, for looking and for filling by hand. */
  rows(sql: string): readonly Record<string, unknown>[];
  execute(sql: string): void;
}

export function migrationProject(body: string, env: Readonly<Record<string, string>> = {}): MigrationProject {
  const folder = projectFolder();
  const configure = (text: string): void =>
    writeFiles(folder.path, {
      'svc.config.ts': `import { defineConfig } from 'svc';\n\nexport default defineConfig({ ${text} });\n`,
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

function withDatabase<T>(path: string, work: (database: Database) => T): T {
  const BetterSqlite3 = loadBetterSqlite3();
  const database = new BetterSqlite3(join(path, '.svc/data.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
