import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialectNames } from '../../runtime/storage/dialects/dialect.js';
import { fileName } from '../../runtime/storage/migrations/files/read-migrations.js';
import { printSnapshot } from '../../runtime/storage/migrations/files/snapshot.js';
import type { Loss } from '../../runtime/storage/migrations/plan/losses.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import { CommandError, UsageError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import { countText } from '../terminal/count.js';
import type { MigrationProject } from './migration-project.js';

export interface CreateRequest {
  readonly name?: string;
  /** The values of `--confirm-drop`. */
  readonly confirmed: readonly string[];
  /** No prompts. */
  readonly isSilent: boolean;
}

export interface CreatedMigration {
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** Writes the next migration. Returns null if the config has not changed since the last one. */
export async function createMigration(
  project: MigrationProject,
  request: CreateRequest,
): Promise<CreatedMigration | null> {
  const { draft, folder, migrations, schema } = project;
  const given = request.name === undefined ? null : nameOf(request.name);
  if (draft.lines.length === 0) return null;
  await confirmLosses(draft.losses, request);
  const name = `${nextNumber(migrations.at(-1)?.name)}_${given ?? defaultName(project)}`;
  const files = new Map<string, string>();
  for (const dialect of dialectNames) {
    files.set(fileName(name, dialect), draft.text(name, dialect));
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

async function confirmLosses(losses: readonly Loss[], { confirmed, isSilent }: CreateRequest): Promise<void> {
  for (const what of confirmed) {
    if (losses.some((loss) => isNamed(loss, what))) continue;
    const near = nearestName(
      what,
      losses.map((loss) => loss.what),
    );
    throw new UsageError(
      `--confirm-drop ${what}: nothing of that name is dropped${near === null ? '' : `; did you mean ${near}?`}`,
    );
  }
  const open = losses.filter((loss) => !confirmed.some((what) => isNamed(loss, what)));
  const refused: Loss[] = [];
  for (const loss of open) {
    const isConfirmed = !isSilent && (await confirm(`${loss.message}${hintOf(loss)} Go on?`));
    if (!isConfirmed) refused.push(loss);
  }
  if (refused.length > 0) throw refusal(refused);
}

/** `posts.seo` includes everything in the group. */
function isNamed({ what }: Loss, confirmed: string): boolean {
  return what === confirmed || (confirmed.includes('.') && what.startsWith(`${confirmed}.`));
}

function refusal(losses: readonly Loss[]): CommandError {
  const flags = losses.map(({ what }) => `--confirm-drop ${what}`);
  return new CommandError(
    [
      `error: the change loses data, and nothing was written. Confirm it by name: ${flags.join(' ')}`,
      ...losses.map((loss) => `  ${loss.message} (--confirm-drop ${loss.what}).${hintOf(loss)}`),
    ],
    {
      json: {
        ok: false,
        error: 'The change loses data and must be confirmed by name.',
        losses: losses.map((loss) => ({ ...loss, flag: `--confirm-drop ${loss.what}` })),
      },
    },
  );
}

function hintOf({ hint }: Loss): string {
  return hint === undefined ? '' : ` Did you rename it: ${hint}.`;
}

function nextNumber(last: string | undefined): string {
  const number = last === undefined ? 1 : Number.parseInt(last, 10) + 1;
  return String(number).padStart(4, '0');
}

function nameOf(given: string): string {
  const name = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (name === '') throw new UsageError('--name needs letters or digits, such as "add subtitle".');
  return name.slice(0, 60);
}

/** Derived from the change: `posts_subtitle`. */
function defaultName({ migrations, draft }: MigrationProject): string {
  if (migrations.length === 0) return 'initial';
  const [first = '', ...rest] = draft.lines;
  const subject = first.split(/[ :]/)[0] ?? '';
  const name = subject
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const more = rest.length === 0 ? '' : `_and_${rest.length}_more`;
  return `${name.slice(0, 50).replace(/_+$/, '') || 'changes'}${more}`;
}

/** The created migration as JSON. */
export function createdJson(created: CreatedMigration | null, { draft, outdated }: MigrationProject): object {
  if (created === null) return { ok: true, created: null, files: [], changes: [], outdated };
  const losses = draft.losses.map(({ what }) => what);
  return { ok: true, created: created.name, files: created.files, changes: draft.lines, dropped: losses };
}

/** `3 changes`. */
export function changesText({ draft }: MigrationProject): string {
  return countText(draft.lines.length, 'change');
}
