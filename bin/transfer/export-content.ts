import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { collectReferences } from '../../runtime/documents/relations/reference-plan.js';
import { exportDocuments } from '../../runtime/documents/transfer/export-documents.js';
import type { TransferType, TransferTypes } from '../../runtime/documents/transfer/transfer-types.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import { UsageError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import type { Tally } from '../terminal/tally.js';
import { type Content, withContent } from './content.js';

export interface ExportOptions extends ConfigOptions {
  /** Only these, and globals only if named too. */
  readonly collection?: readonly string[];
  readonly global?: readonly string[];
  readonly withPasswords?: boolean;
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
  return withContent(options, async (content) => {
    const chosen = chosenTypes(content.types, options);
    // It contains data that most users may not read.
    const stream = createWriteStream(unfinished, { mode: 0o600 });
    try {
      const report = await writeLines(content, { chosen, options, tally, stream });
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
  return withContent(options, (content) =>
    writeLines(content, { chosen: chosenTypes(content.types, options), options, tally, stream }),
  );
}

interface Writing {
  readonly chosen: readonly TransferType[];
  readonly options: ExportOptions;
  readonly tally: Tally;
  readonly stream: Writable;
}

async function writeLines(
  { driver }: Content,
  { chosen, options, tally, stream }: Writing,
): Promise<ExportReport> {
  const counts = new Map<string, number>();
  const targets = new Set<string>();
  for (const transfer of chosen) {
    const name = `${transfer.kind} ${transfer.slug}`;
    counts.set(name, 0);
    for await (const line of exportDocuments(driver, transfer, {
      withPasswords: options.withPasswords ?? false,
    })) {
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const document of [line.document, line.draft]) {
        const references = document ? collectReferences(transfer.type.references, document) : [];
        for (const { collection } of references) targets.add(collection);
      }
      tally.add(1);
    }
  }
  return { counts, leftOut: [...targets].filter((slug) => !counts.has(`collection ${slug}`)).toSorted() };
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
