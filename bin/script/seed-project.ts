import { loadSeeds, shownPath } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import type { ProjectScript } from './bundle-script.js';
import { runScript } from './run-script.js';

export interface SeedOptions extends ProjectScript {
  readonly force?: boolean;
  /** The standard output has a result only. */
  readonly printsAside?: boolean;
}

export interface SeedReport {
  /** Whether the script has run now. */
  readonly hasRun: boolean;
  /** One line for the terminal. */
  readonly message: string;
}

/**
 * Runs the script of a project that fills an empty database, and notes in the database that it has.
 *
 * @throws CommandError where documents are there that no complete run has written, or the script fails.
 */
export async function seedProject({
  force = false,
  printsAside = false,
  ...options
}: SeedOptions): Promise<SeedReport> {
  const name = shownPath(options.script);
  const project = await loadProject(options);
  const { openSeeds } = await loadSeeds();
  const seeds = await openSeeds(project);
  try {
    const { seededAt, documents } = await seeds.state(options.script);
    if (seededAt !== null && !force)
      return { hasRun: false, message: `${name} has run already, at ${seededAt}; --force runs it again.` };
    if (documents > 0 && !force)
      throw new CommandError(
        `the database has ${documents === 1 ? 'a document' : `${documents} documents`}, and no complete run of ${name} is noted in it; --force runs it`,
      );
    const code = await runScript({ ...options, args: [], printsAside });
    if (code !== 0) throw new CommandError(`${name} ended with the exit code ${code}`);
    await seeds.note(options.script);
    return { hasRun: true, message: `${name} has run.` };
  } finally {
    await seeds.close();
  }
}
