import { statSync } from 'node:fs';
import { type ImportReport, loadTransfer } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import type { Tally } from '../terminal/tally.js';
import { loadValidators, withContent } from './content.js';

export interface ImportOptions extends ConfigOptions {
  /** Number of lines that are written together or not at all. */
  readonly batch: number;
  /** Reads and checks everything, and writes nothing. */
  readonly dryRun?: boolean;
}

/** Creates or updates documents from the lines of a file, by their ids. */
export async function importContent(
  file: string,
  options: ImportOptions,
  tally: Tally,
): Promise<ImportReport> {
  const size = statSync(file, { throwIfNoEntry: false });
  if (size === undefined || !size.isFile())
    throw new CommandError(`the file ${JSON.stringify(file)} does not exist.`);
  return withContent(options, async (content, project) => {
    const { importFile } = await loadTransfer();
    const validators = await loadValidators(project);
    return importFile(content, file, { ...options, validators, onBatch: tally.add });
  });
}
