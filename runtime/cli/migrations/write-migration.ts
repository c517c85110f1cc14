import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileName } from '../../storage/migrations/files/migrations-folder.js';
import { printSnapshot } from '../../storage/migrations/files/snapshot.js';
import type { MigrationProject } from './open-migrations.js';

export interface CreatedMigration {
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * Writes the next migration of a project.
 *
 * @param title - The name without its number. Default: derived from the change.
 */
export function writeMigration(project: MigrationProject, title: string | null): CreatedMigration {
  const { draft, dialects, folder, migrations, schema } = project;
  const name = `${nextNumber(migrations.at(-1)?.name)}_${title ?? defaultTitle(project)}`;
  const files = new Map<string, string>();
  for (const dialect of dialects) {
    files.set(fileName(name, dialect.name), draft.text(name, dialect));
  }
  const snapshot = {
    version: 1,
    after: migrations.at(-1)?.name ?? null,
    renamedCollections: draft.renamedCollections,
    renamedFields: draft.renamedFields,
    schema,
  } as const;
  // Written last: SQL without its snapshot is refused by name, while a snapshot without SQL would go
  // unnoticed.
  files.set(`${name}.snapshot.json`, printSnapshot(snapshot));
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(folder, file), text, { flag: 'wx' });
  return { name, files: [...files.keys()].map((file) => join(folder, file)) };
}

/** Removes the files of a migration that another one replaces. */
export function removeMigration({ folder, dialects }: MigrationProject, name: string): void {
  const files = [...dialects.map((dialect) => fileName(name, dialect.name)), `${name}.snapshot.json`];
  for (const file of files) rmSync(join(folder, file), { force: true });
}

function nextNumber(last: string | undefined): string {
  const number = last === undefined ? 1 : Number.parseInt(last, 10) + 1;
  return String(number).padStart(4, '0');
}

/** The name of the next migration without its number, derived from the change: `posts_subtitle`. */
export function defaultTitle({ migrations, draft }: MigrationProject): string {
  if (migrations.length === 0) return 'initial';
  const name = (draft.subject ?? '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const others = draft.lines.length - 1;
  const more = others > 0 ? `_and_${others}_more` : '';
  return `${name.slice(0, 50).replace(/_+$/, '') || 'changes'}${more}`;
}
