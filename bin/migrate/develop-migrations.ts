import {
  type CreatedMigration,
  loadMigrations,
  type MigrationProject,
  type UpOutcome,
} from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { askText } from '../terminal/ask-text.js';
import { confirm } from '../terminal/confirm.js';
import { chooseRenewal } from './choose-renewal.js';
import { confirmLosses, titleOf } from './create-migration.js';
import { driftOf } from './database-drift.js';

export interface DevelopRequest {
  readonly name?: string;
  /** The values of `--confirm-drop`. */
  readonly confirmed: readonly string[];
  /** `--yes` */
  readonly isConfirmed: boolean;
  /** `--next` */
  readonly isNext: boolean;
  /** `--reset`: the database may be reset without a question. */
  readonly mayReset: boolean;
  /** `--dev-host` */
  readonly hosts: readonly string[];
  /** No prompts. */
  readonly isSilent: boolean;
  readonly note: (message: string) => void;
}

export interface DevelopedMigrations {
  readonly wasReset: boolean;
  /** The migration that was created again, or removed since the config no longer needs it. */
  readonly renewed: string | null;
  readonly created: CreatedMigration | null;
  /** Its changes, one line each. */
  readonly changes: readonly string[];
  readonly outcomes: readonly UpOutcome[];
}

/** Brings migrations and the development database to the config. */
export async function developMigrations(
  project: MigrationProject,
  request: DevelopRequest,
): Promise<DevelopedMigrations> {
  const { developDatabase, developmentPlace, readState, withoutLast } = await loadMigrations();
  const place = developmentPlace(project.config, request);
  const state = await readState(project);
  const confirmReset = (reasons: readonly string[]): Promise<boolean> =>
    mayReset({ reasons, place }, request);
  const drift = driftOf(state);
  const resets = drift.length > 0;
  if (resets && !(await confirmReset(drift))) throw resetRefused(drift, place);
  const afterReset = { ...state, applied: [], pending: project.migrations };
  const renewed = await chooseRenewal(project, resets ? afterReset : state, request);
  const next = renewed === null ? project : withoutLast(project);
  await confirmLosses(next.draft.losses, request);
  const outcomes: UpOutcome[] = [];
  const confirmDrop = async (message: string): Promise<boolean> =>
    !request.isSilent && (await confirm(`${message} Drop them?`));
  const { created, wasReset } = await developDatabase(project, {
    replaced: renewed,
    title: await titleFor(next, renewed, request),
    resets,
    confirmReset: async (reason) => {
      if (await confirmReset([reason])) return true;
      throw resetRefused([reason], place);
    },
    confirmDrop: request.isConfirmed ? 'yes' : confirmDrop,
    onDone: (outcome) => void outcomes.push(outcome),
    onBlocked: request.note,
    note: request.note,
  });
  return { wasReset, renewed, created, changes: created === null ? [] : next.draft.lines, outcomes };
}

interface Reset {
  readonly reasons: readonly string[];
  /** Where the database is. */
  readonly place: string;
}

async function mayReset({ reasons, place }: Reset, { mayReset, isSilent }: DevelopRequest): Promise<boolean> {
  if (mayReset) return true;
  if (isSilent) return false;
  return await confirm(`${reasons.join(' ')} Reset ${place}? Everything in it is lost.`);
}

function resetRefused(reasons: readonly string[], place: string): CommandError {
  const message = `${reasons.join(' ')} Nothing was changed. Restore the files (from version control) or the config; or reset ${place} with --reset, which loses everything in it.`;
  return new CommandError(message, { json: { ok: false, error: message, reset: 'needed', reasons } });
}

/** A migration that is created again keeps its name. */
async function titleFor(
  next: MigrationProject,
  renewed: string | null,
  { name, isSilent }: DevelopRequest,
): Promise<string | null> {
  if (name !== undefined) return titleOf(name);
  if (renewed !== null) return renewed.replace(/^\d+_/, '');
  if (isSilent || next.draft.lines.length === 0) return null;
  const { defaultTitle } = await loadMigrations();
  return titleOf(await askText('Name of the migration', defaultTitle(next)));
}
