import { statSync } from 'node:fs';
import type { LoadedConfig } from '../../generator/load/load-config.js';
import {
  type Content,
  type ImportFiles,
  type ImportReport,
  loadTransfer,
  loadTransferFiles,
} from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import type { Tally } from '../terminal/tally.js';
import { loadValidators, withContent } from './content.js';

export interface ImportOptions extends ConfigOptions {
  /** Number of lines that are written together or not at all. */
  readonly batch: number;
  /** Reads and checks everything, and writes nothing. */
  readonly dryRun?: boolean;
  /** A folder with the bytes of files, of an export. */
  readonly files?: string;
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
  const folder = options.files ?? null;
  if (folder !== null && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandError(`the folder ${JSON.stringify(folder)} does not exist.`);
  return withContent(options, async (content, project) => {
    const { importFile } = await loadTransfer();
    const validators = await loadValidators(project);
    const files = await openFiles(content, project, folder);
    try {
      return await importFile(content, file, { ...options, validators, files, onBatch: tally.add });
    } finally {
      await files?.close();
    }
  });
}

/** Null where no collection has files. */
async function openFiles(
  { driver, types }: Content,
  project: LoadedConfig,
  folder: string | null,
): Promise<ImportFiles | null> {
  if (!types.all.some(({ type }) => 'upload' in type.model.descriptor)) return null;
  const { openImportFiles } = await loadTransferFiles();
  return openImportFiles(project, { driver, folder });
}
