import {
  type CreatedMigration,
  countText,
  type LikelyRename,
  type Loss,
  loadMigrations,
  type MigrationProject,
  nearestName,
} from '../../runtime/cli/index.js';
import { CommandError, UsageError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';

export interface CreateRequest {
  readonly name?: string;
  /** The values of `--confirm-drop`. */
  readonly confirmed: readonly string[];
  /** No prompts. */
  readonly isSilent: boolean;
}

/** Writes the next migration. Returns null if the config has not changed since the last one. */
export async function createMigration(
  project: MigrationProject,
  request: CreateRequest,
): Promise<CreatedMigration | null> {
  const title = request.name === undefined ? null : titleOf(request.name);
  if (project.draft.lines.length === 0) return null;
  await confirmLosses(project.draft.losses, request);
  const { writeMigration } = await loadMigrations();
  return writeMigration(project, title);
}

/** @throws CommandError that names what would be lost and was not confirmed by name. */
export async function confirmLosses(
  losses: readonly Loss[],
  { confirmed, isSilent }: Pick<CreateRequest, 'confirmed' | 'isSilent'>,
): Promise<void> {
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
    const isConfirmed = !isSilent && (await confirm(`${loss.message}${hintOf(loss)} Continue?`));
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
        losses: losses.map(lossJson),
      },
    },
  );
}

function lossJson({ what, message, rename }: Loss): object {
  const hint = rename && renameText(rename);
  return { what, message, ...(hint !== undefined && { hint }), flag: `--confirm-drop ${what}` };
}

function hintOf({ rename }: Loss): string {
  return rename === undefined ? '' : ` Did you rename it: ${renameText(rename)}.`;
}

function renameText({ path, renamedFrom }: LikelyRename): string {
  return `is ${path} its new name? Then give it renamedFrom: '${renamedFrom}'`;
}

/** The title of a migration from words that a person has given. */
export function titleOf(given: string): string {
  const name = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (name === '') throw new UsageError('--name needs letters or digits, such as "add subtitle".');
  return name.slice(0, 60);
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
