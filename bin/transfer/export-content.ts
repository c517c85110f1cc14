import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { LoadedConfig } from '../../generator/load/load-config.js';
import {
  type Content,
  type ExportFiles,
  loadTransfer,
  loadTransferFiles,
  nearestName,
  type TransferType,
  type TransferTypes,
} from '../../runtime/cli/index.js';
import { UsageError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import type { Tally } from '../terminal/tally.js';
import { withContent } from './content.js';

export interface ExportOptions extends ConfigOptions {
  /** Only these, and globals only if named too. */
  readonly collection?: readonly string[];
  readonly global?: readonly string[];
  readonly withPasswords?: boolean;
  /** A folder that gets the bytes of files. */
  readonly files?: string;
}

export interface ExportReport {
  /** Documents by `collection posts`, in the order in which they were written. */
  readonly counts: ReadonlyMap<string, number>;
  /** Collections that documents of the file reference, and that were left out. */
  readonly leftOut: readonly string[];
}

/** Writes a line for each document. The file appears when it is complete. */
export async function exportToFile(
  path: string,
  options: ExportOptions,
  tally: Tally,
): Promise<ExportReport> {
  const target = resolve(path);
  const unfinished = `${target}.${process.pid}.part`;
  return withContent(options, async (content, project) => {
    const chosen = chosenTypes(content.types, options);
    // It contains data that most users may not read.
    const stream = createWriteStream(unfinished, { mode: 0o600 });
    try {
      const report = await writeLines(content, { project, chosen, options, tally, stream });
      stream.end();
      await finished(stream);
      await rename(unfinished, target);
      return report;
    } catch (error) {
      stream.destroy();
      await rm(unfinished, { force: true });
      throw error;
    }
  });
}

export async function exportToStream(
  stream: Writable,
  options: ExportOptions,
  tally: Tally,
): Promise<ExportReport> {
  return withContent(options, (content, project) =>
    writeLines(content, { project, chosen: chosenTypes(content.types, options), options, tally, stream }),
  );
}

interface Writing {
  readonly project: LoadedConfig;
  readonly chosen: readonly TransferType[];
  readonly options: ExportOptions;
  readonly tally: Tally;
  readonly stream: Writable;
}

async function writeLines(
  content: Content,
  { project, chosen, options, tally, stream }: Writing,
): Promise<ExportReport> {
  const { exportContent } = await loadTransfer();
  const files = options.files === undefined ? null : await openFolder(content, project, options.files);
  const counts = new Map(chosen.map(({ kind, slug }) => [`${kind} ${slug}`, 0]));
  const targets = new Set<string>();
  const withPasswords = options.withPasswords ?? false;
  const exported = exportContent(content, { chosen, withPasswords, files });
  for await (const { kind, slug, text, references } of exported) {
    if (!stream.write(`${text}\n`)) await once(stream, 'drain');
    const name = `${kind} ${slug}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const collection of references) targets.add(collection);
    tally.add(1);
  }
  return { counts, leftOut: [...targets].filter((slug) => !counts.has(`collection ${slug}`)).toSorted() };
}

async function openFolder({ driver }: Content, project: LoadedConfig, folder: string): Promise<ExportFiles> {
  const { openExportFiles } = await loadTransferFiles();
  return openExportFiles(project, driver, resolve(folder));
}

function chosenTypes({ all }: TransferTypes, { collection, global }: ExportOptions): readonly TransferType[] {
  if (collection === undefined && global === undefined) return all;
  const named = { collection: collection ?? [], global: global ?? [] };
  for (const kind of ['collection', 'global'] as const) {
    const known = all.filter((each) => each.kind === kind).map(({ slug }) => slug);
    const unknown = named[kind].find((slug) => !known.includes(slug));
    if (unknown === undefined) continue;
    const near = nearestName(unknown, known);
    throw new UsageError(
      `there is no ${kind} ${JSON.stringify(unknown)}${near === null ? '' : `; did you mean ${near}?`}`,
    );
  }
  return all.filter(({ kind, slug }) => named[kind].includes(slug));
}
