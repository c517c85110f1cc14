import { readArgon2Hash } from '../../auth/passwords/argon2-hash.js';
import type { Reference } from '../../documents/relations/reference-plan.js';
import {
  type LineReader,
  placeOf,
  placeOfLine,
  type ReadLine,
  readLine,
} from '../../documents/transfer/read-line.js';
import { type LineIssue, RefusedLine } from '../../documents/transfer/transfer-types.js';
import { type LineWrite, type Written, writeLine } from '../../documents/transfer/write-line.js';
import { undoable } from '../../storage/undoable.js';
import { systemClock } from '../../util/clock.js';
import { createIdSource } from '../../util/ids.js';
import type { ImportFiles } from './import-files.js';
import { type Line, linesOf } from './lines.js';
import type { Content } from './open-content.js';

export interface ImportOptions {
  /** Number of lines that are written together or not at all. */
  readonly batch: number;
  /** Reads and checks everything, and writes nothing. */
  readonly dryRun?: boolean;
  readonly validators: LineReader['validators'];
  /** Stores the files of documents; null where no collection has any. */
  readonly files: ImportFiles | null;
  /** Called with the number of lines of each batch. */
  readonly onBatch: (lines: number) => void;
}

export interface RefusedReport {
  /** Counted from 1. */
  readonly line: number;
  readonly code: LineIssue;
  readonly reasons: readonly string[];
}

export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: readonly RefusedReport[];
  /** Number of valid lines that were not written, since their batch has a refused one. */
  readonly heldBack: number;
}

/**
 * Creates or updates documents from the lines of a file, by their ids. The file is read once for its ids, so
 * that relations may lead to later lines; then batch by batch, each in one transaction; lines with such
 * relations are written again at the end.
 */
export async function importFile(
  content: Content,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const run = await startImport(file, content, options);
  for await (const batch of batchesOf(file, options.batch)) {
    // What no document of the batch names goes with it.
    await run.write(batch).finally(() => options.files?.discardUnnamed());
    options.onBatch(batch.length);
  }
  for await (const batch of batchesOf(file, options.batch, (number) => run.isLater(number))) {
    await run.complete(batch).finally(() => options.files?.discardUnnamed());
  }
  const report = run.report();
  if (options.dryRun !== true && report.created + report.updated > 0) await content.analyse();
  return report;
}

interface ImportRun {
  write(batch: readonly Line[]): Promise<void>;
  isLater(number: number): boolean;
  /** Writes lines again whose relations lead to documents that exist now. */
  complete(batch: readonly Line[]): Promise<void>;
  report(): ImportReport;
}

/** Ends a transaction that must not be committed. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

async function startImport(
  file: string,
  { driver, types, accounts }: Content,
  { dryRun = false, validators, files }: ImportOptions,
): Promise<ImportRun> {
  const coming = await placesIn(file);
  const ids = createIdSource(systemClock);
  const reader: LineReader = {
    types,
    validators,
    ids,
    now: () => new Date(systemClock()).toISOString(),
    isPasswordHash: (text) => readArgon2Hash(text) !== null,
  };
  const counts: Record<Written['change'], number> = { created: 0, updated: 0, unchanged: 0 };
  const refused: RefusedReport[] = [];
  const later = new Set<number>();
  let heldBack = 0;
  const always = {
    tables: types.tables,
    narrowed: types.narrowed,
    ...(files !== null && { files: files.written }),
  };
  const reading: Reading = { reader, coming, files };
  const isComing = ({ collection, id }: Reference): boolean => coming.has(placeOf(collection, id));

  function hold(batch: readonly Line[], found: readonly RefusedReport[]): void {
    refused.push(...found);
    heldBack += batch.length - found.length;
  }

  async function written(
    read: readonly (readonly [number, ReadLine])[],
    rules: Omit<LineWrite, keyof typeof always>,
  ): Promise<ReadonlyMap<number, Written>> {
    const outcome = new Map<number, Written>();
    let at = 0;
    try {
      await driver.transaction(async (connection) => {
        for (const [number, line] of read) {
          at = number;
          const one = await writeLine(connection, line, { ...always, ...rules });
          outcome.set(number, one);
          await accounts?.note(connection, line.id, one.account);
        }
        if (dryRun) throw new TakenBack();
      });
    } catch (error) {
      if (error instanceof RefusedLine)
        throw new RefusedAt({ line: at, code: error.code, reasons: error.reasons });
      if (!(error instanceof TakenBack)) throw error;
    }
    return outcome;
  }

  /** Every line that the database refuses, each tried by itself; everything is rolled back. */
  async function refusedOf(
    read: readonly (readonly [number, ReadLine])[],
  ): Promise<readonly RefusedReport[]> {
    const found: RefusedReport[] = [];
    const trial = driver.transaction(async (connection) => {
      for (const [number, line] of read) {
        try {
          await undoable(connection, () => writeLine(connection, line, { ...always, isComing }));
        } catch (error) {
          if (!(error instanceof RefusedLine)) throw error;
          found.push({ line: number, code: error.code, reasons: error.reasons });
        }
      }
      throw new TakenBack();
    });
    await trial.catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
    return found;
  }

  return {
    async write(batch) {
      const { read, issues } = await readAll(batch, reading);
      if (issues.length > 0) return hold(batch, [...issues, ...(await refusedOf(read))]);
      const lines = read.map(([, line]) => line);
      if (!dryRun) await accounts?.endSessionsOf(lines);
      const outcome = await written(read, { isComing }).catch(asRefused);
      if (outcome instanceof RefusedAt) {
        const all = await refusedOf(read);
        // Another write may have made the line valid since.
        return hold(batch, all.length > 0 ? all : [outcome.report]);
      }
      const replaced = read.filter(([number]) => outcome.get(number)?.account.password === true);
      if (!dryRun) await accounts?.endLateSessions(replaced.map(([, { id }]) => id));
      for (const [number, { change, isPartial }] of outcome) {
        counts[change] += 1;
        if (isPartial && !dryRun) later.add(number);
      }
    },

    isLater: (number) => later.has(number),

    async complete(batch) {
      const { read } = await readAll(batch, reading);
      for (const one of read) {
        const outcome = await written([one], { isComing: () => false, isCompletion: true }).catch(asRefused);
        if (!(outcome instanceof RefusedAt)) continue;
        const { report } = outcome;
        const reasons = [...report.reasons, 'The document was written without this relation.'];
        refused.push({ ...report, reasons });
      }
    },

    report: () => ({ ...counts, refused: refused.toSorted((one, other) => one.line - other.line), heldBack }),
  };
}

class RefusedAt extends Error {
  override readonly name = 'RefusedAt';
  readonly report: RefusedReport;

  constructor(report: RefusedReport) {
    super(`line ${report.line}`);
    this.report = report;
  }
}

function asRefused(error: unknown): RefusedAt {
  if (error instanceof RefusedAt) return error;
  throw error;
}

interface Reading {
  readonly reader: LineReader;
  /** The first line of each document of the file. */
  readonly coming: ReadonlyMap<string, number>;
  readonly files: ImportFiles | null;
}

interface ReadBatch {
  readonly read: readonly (readonly [number, ReadLine])[];
  readonly issues: readonly RefusedReport[];
}

async function readAll(batch: readonly Line[], { reader, coming, files }: Reading): Promise<ReadBatch> {
  const read: [number, ReadLine][] = [];
  const issues: RefusedReport[] = [];
  for (const { number, text } of batch) {
    try {
      if (text === null)
        throw new RefusedLine('INVALID_UTF8', ['The line is not text: its bytes are not UTF-8.']);
      const first = coming.get(placeOfLine(text) ?? '') ?? number;
      if (first !== number)
        throw new RefusedLine('DUPLICATE_ID', [`The line has the same document as line ${first}.`]);
      const line = await readLine(text, reader);
      read.push([number, (await files?.attach(line)) ?? line]);
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      issues.push({ line: number, code: error.code, reasons: error.reasons });
    }
  }
  return { read, issues };
}

/** The ids of the documents in a file, with the first line of each. */
async function placesIn(file: string): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for await (const { number, text } of linesOf(file)) {
    const place = text === null ? null : placeOfLine(text);
    if (place !== null && !places.has(place)) places.set(place, number);
  }
  return places;
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
