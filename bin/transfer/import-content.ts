import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type LineReader,
  placeOfLine,
  type ReadLine,
  readLine,
} from '../../runtime/documents/transfer/read-line.js';
import { RefusedLine } from '../../runtime/documents/transfer/transfer-types.js';
import { type LineWrite, type Written, writeLine } from '../../runtime/documents/transfer/write-line.js';
import type { Reference } from '../../runtime/relations/reference-plan.js';
import { systemClock } from '../../runtime/util/clock.js';
import { createIdSource } from '../../runtime/util/ids.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import type { Tally } from '../terminal/tally.js';
import { type Content, withContent } from './content.js';

export interface ImportOptions extends ConfigOptions {
  /** Lines that are written together or not at all. */
  readonly batch: number;
  /** Reads and checks everything, and writes nothing. */
  readonly dryRun?: boolean;
}

export interface RefusedReport {
  /** Counted from 1. */
  readonly line: number;
  readonly reasons: readonly string[];
}

export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: readonly RefusedReport[];
  /** Lines that nothing is wrong with, in a batch with a refused one. */
  readonly heldBack: number;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Makes documents what the lines of a file say, by their ids. The file is read once for the ids in it, so that relations may lead to later
 * lines; then batch for batch, each in one transaction; and lines with such relations once more at the end.
 */
export async function importFile(file: string, options: ImportOptions, tally: Tally): Promise<ImportReport> {
  const size = statSync(file, { throwIfNoEntry: false });
  if (size === undefined || !size.isFile())
    throw new CommandError(`there is no file ${JSON.stringify(file)}.`);
  return withContent(options, async (content) => {
    const run = await startImport(file, content, options);
    for await (const batch of batchesOf(file, options.batch)) {
      await run.write(batch);
      tally.add(batch.length);
    }
    for await (const batch of batchesOf(file, options.batch, (number) => run.isLater(number))) {
      await run.complete(batch);
    }
    return run.report();
  });
}

interface ImportRun {
  write(batch: readonly Line[]): Promise<void>;
  isLater(number: number): boolean;
  /** Writes lines again whose relations lead to what is there now. */
  complete(batch: readonly Line[]): Promise<void>;
  report(): ImportReport;
}

/** Ends a transaction that must not be committed. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

async function startImport(
  file: string,
  { driver, types, validators }: Content,
  { dryRun = false }: ImportOptions,
): Promise<ImportRun> {
  const coming = await idsIn(file);
  const ids = createIdSource(systemClock);
  const reader: LineReader = {
    types,
    validators: await validators(),
    ids,
    now: () => new Date(systemClock()).toISOString(),
  };
  const counts: Record<Written['change'], number> = { created: 0, updated: 0, unchanged: 0 };
  const refused: RefusedReport[] = [];
  const later = new Set<number>();
  let heldBack = 0;
  const isComing = ({ collection, id }: Reference): boolean => coming.has(`${collection}/${id}`);

  function hold(batch: readonly Line[], found: readonly RefusedReport[]): void {
    refused.push(...found);
    heldBack += batch.length - found.length;
  }

  async function written(
    read: readonly (readonly [number, ReadLine])[],
    rules: Omit<LineWrite, 'tables'>,
  ): Promise<ReadonlyMap<number, Written>> {
    const outcome = new Map<number, Written>();
    let at = 0;
    try {
      await driver.transaction(async (connection) => {
        for (const [number, line] of read) {
          at = number;
          outcome.set(number, await writeLine(connection, line, { tables: types.tables, ...rules }));
        }
        if (dryRun) throw new TakenBack();
      });
    } catch (error) {
      if (error instanceof RefusedLine) throw new RefusedAt(at, error.reasons);
      if (!(error instanceof TakenBack)) throw error;
    }
    return outcome;
  }

  return {
    async write(batch) {
      const { read, faults } = readAll(batch, reader);
      if (faults.length > 0) return hold(batch, faults);
      const outcome = await written(read, { isComing }).catch(asRefused);
      if (outcome instanceof RefusedAt) {
        return hold(batch, [{ line: outcome.line, reasons: outcome.reasons }]);
      }
      for (const [number, { change, isPartial }] of outcome) {
        counts[change] += 1;
        if (isPartial && !dryRun) later.add(number);
      }
    },

    isLater: (number) => later.has(number),

    async complete(batch) {
      const { read } = readAll(batch, reader);
      for (const one of read) {
        const outcome = await written([one], { isComing: () => false, isCompletion: true }).catch(asRefused);
        if (!(outcome instanceof RefusedAt)) continue;
        const reasons = [...outcome.reasons, 'The document was written without this relation.'];
        refused.push({ line: outcome.line, reasons });
      }
    },

    report: () => ({ ...counts, refused: refused.toSorted((one, other) => one.line - other.line), heldBack }),
  };
}

class RefusedAt extends Error {
  override readonly name = 'RefusedAt';
  readonly line: number;
  readonly reasons: readonly string[];

  constructor(line: number, reasons: readonly string[]) {
    super(`line ${line}`);
    this.line = line;
    this.reasons = reasons;
  }
}

function asRefused(error: unknown): RefusedAt {
  if (error instanceof RefusedAt) return error;
  throw error;
}

function readAll(
  batch: readonly Line[],
  reader: LineReader,
): { readonly read: readonly (readonly [number, ReadLine])[]; readonly faults: readonly RefusedReport[] } {
  const read: [number, ReadLine][] = [];
  const faults: RefusedReport[] = [];
  for (const { number, text } of batch) {
    try {
      read.push([number, readLine(text, reader)]);
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      faults.push({ line: number, reasons: error.reasons });
    }
  }
  return { read, faults };
}

async function idsIn(file: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { text } of linesOf(file)) {
    const place = placeOfLine(text);
    if (place !== null) ids.add(place.join('/'));
  }
  return ids;
}

async function* batchesOf(
  file: string,
  size: number,
  isWanted: (number: number) => boolean = () => true,
): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  for await (const line of linesOf(file)) {
    if (!isWanted(line.number)) continue;
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Without empty lines; editors of Windows begin a file with a mark. */
async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    number += 1;
    const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line.trim() !== '') yield { number, text: line };
  }
}
