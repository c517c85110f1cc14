/** The migrations of a project, read from its folder. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DialectName, dialectNames } from '../../../codegen/databases.js';
import { MigrationError } from '../migration-error.js';
import { type MigrationParts, parseMigration } from './migration-text.js';
import { fileName, filePattern, migrationFiles } from './migrations-folder.js';
import { parseSnapshot, type Snapshot } from './snapshot.js';

export interface Migration {
  /** `0002_posts_subtitle` */
  readonly name: string;
  /** By dialect. None of the files of a migration that has run may be edited. */
  readonly checksums: Readonly<Partial<Record<DialectName, string>>>;
  readonly snapshot: Snapshot;
  /** @throws MigrationError when there is no file for the dialect, or it cannot be read. */
  parts(dialect: DialectName): MigrationParts;
}

/**
 * In the order in which they run; empty when the folder has none. Other files are ignored.
 *
 * @throws MigrationError that names the invalid file.
 */
export function readMigrations(folder: string): readonly Migration[] {
  const files = migrationFiles(folder);
  const names = new Set(files.flatMap((file) => filePattern.exec(file)?.[1] ?? []));
  const migrations = [...names].sort().map((name) => readMigration(folder, name, files));
  assertChain(migrations);
  return migrations;
}

function readMigration(folder: string, name: string, files: readonly string[]): Migration {
  const texts = new Map(
    dialectNames.flatMap((dialect) => {
      const file = fileName(name, dialect);
      return files.includes(file)
        ? [[dialect, normalised(readFileSync(join(folder, file), 'utf8'))] as const]
        : [];
    }),
  );
  const snapshotFile = `${name}.snapshot.json`;
  if (!files.includes(snapshotFile)) {
    throw new MigrationError(
      'MIGRATIONS_INVALID',
      `${snapshotFile} is missing: it belongs to ${name} and is committed with it.`,
    );
  }
  return {
    name,
    checksums: Object.fromEntries([...texts].map(([dialect, text]) => [dialect, sha256(text)])),
    snapshot: explained(snapshotFile, () => parseSnapshot(readFileSync(join(folder, snapshotFile), 'utf8'))),
    parts(dialect) {
      const text = texts.get(dialect);
      if (text === undefined) {
        throw new MigrationError(
          'MIGRATIONS_INVALID',
          `${fileName(name, dialect)} is missing: ${name} cannot run on this database.`,
        );
      }
      return explained(fileName(name, dialect), () => parseMigration(text));
    },
  };
}

/** Line endings and trailing spaces do not count: editors and git change them. */
function normalised(text: string): string {
  return `${text
    .replace(/^\u{feff}/u, '')
    .replace(/[^\S\n]*\r?\n/g, '\n')
    .trimEnd()}\n`;
}

/** The checksum of a file with this text. */
export function checksumOf(text: string): string {
  return sha256(normalised(text));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function explained<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError('MIGRATIONS_INVALID', `${file} cannot be read. ${reason}`, { cause: error });
  }
}

function assertChain(migrations: readonly Migration[]): void {
  const names = new Set(migrations.map(({ name }) => name));
  let last: string | null = null;
  for (const { name, snapshot } of migrations) {
    if (snapshot.after !== last) {
      const follows = snapshot.after ?? 'nothing';
      throw new MigrationError(
        'MIGRATIONS_INVALID',
        snapshot.after !== null && !names.has(snapshot.after)
          ? `${name} follows ${follows}, whose files are missing: bring them back.`
          : `${name} and ${last ?? follows} do not fit together: ${name} was made after ${follows}. ` +
              `Delete the files of the one that has not run anywhere, and make it again with "svc migrate dev" or "svc migrate create".`,
      );
    }
    last = name;
  }
}
