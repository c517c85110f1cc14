import { describeConfig } from '../../../codegen/describe-config.js';
import type { ContractDescriptor } from '../../../codegen/descriptors.js';
import { resolveServerOptions } from '../../../config/server-options.js';
import type { ServiceConfig } from '../../../config/service-config.js';
import { readSlowReads } from '../../../documents/slow-reads/slow-read-table.js';
import { type SlowReadSum, steps } from '../../../documents/slow-reads/slow-reads.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { ListPlan } from '../../../query/plan.js';
import type { ReadPattern } from '../../../query/read-pattern.js';
import { createQueryScope, type QueryScope } from '../../../query/scope.js';
import { databaseAt } from '../../../storage/dialects/index.js';
import type { IndexTrial } from '../../../storage/dialects/index-trial.js';
import { openDatabase } from '../../../storage/dialects/open-database.js';
import type { Driver } from '../../../storage/driver.js';
import { deriveSchema } from '../../../storage/schema/derive-schema.js';
import { oneLine } from '../../text/one-line.js';
import { candidatesForCount, candidatesForPage, isServed } from './candidates.js';
import { findIndex, type TriedRead } from './index-advice.js';
import { adviceOnCount, adviceOnPage, adviceOnResponse } from './other-advice.js';
import { requestText } from './request-text.js';
import { revivePlan } from './revive-plan.js';
import { type Advice, other, type SlowQuery } from './slow-query.js';

export interface ExaminedQueries {
  /** Milliseconds from which the server of this config keeps a read; 0: it keeps none. */
  readonly threshold: number;
  /** Those that took most time in all come first. */
  readonly queries: readonly SlowQuery[];
}

/**
 * Reads which reads were slow, and finds out what would help. Changes nothing.
 *
 * @throws Error if the database cannot be read.
 */
export async function examineQueries(config: ServiceConfig): Promise<ExaminedQueries> {
  const { database, slowReadThreshold: threshold } = resolveServerOptions(config);
  const content = databaseAt(database);
  if (content.isMissing()) return { threshold, queries: [] };
  const driver = await openDatabase(database);
  try {
    const sums = await readSlowReads(driver);
    if (sums === null || sums.length === 0) return { threshold, queries: [] };
    const contract = describeConfig(config);
    const trial = await content.openIndexTrial(driver, deriveSchema(contract));
    const examined = { driver, config, contract, scope: createQueryScope(contract), trial };
    return { threshold, queries: await examineAll(examined, sums).finally(() => trial.close()) };
  } finally {
    await driver.close();
  }
}

async function examineAll(examined: Examined, sums: readonly SlowReadSum[]): Promise<readonly SlowQuery[]> {
  const queries: SlowQuery[] = [];
  for (const sum of sums) queries.push(await examineOne(examined, sum));
  return queries;
}

interface Examined {
  readonly driver: Driver;
  readonly config: ServiceConfig;
  readonly contract: ContractDescriptor;
  readonly scope: QueryScope;
  readonly trial: IndexTrial;
}

async function examineOne(examined: Examined, sum: SlowReadSum): Promise<SlowQuery> {
  const { slug, count, failed, totalMs, maxMs, pageMs, countMs, lastAt } = sum;
  // Only the server writes patterns.
  const pattern = JSON.parse(sum.pattern) as ReadPattern;
  const average = (milliseconds: number): number => Math.round(milliseconds / count);
  const collection = examined.contract.collections.find((one) => one.slug === slug);
  return {
    collection: slug,
    request: requestText(slug, pattern, collection),
    rule: pattern.rule === null ? null : JSON.stringify(pattern.rule),
    ...{ count, failed, half: within(sum, 0.5), most: within(sum, 0.95), slowest: maxMs, total: totalMs },
    parts: {
      page: average(pageMs),
      count: average(countMs),
      response: average(Math.max(0, totalMs - pageMs - countMs)),
    },
    lastSeen: new Date(lastAt).toISOString(),
    advice: await adviceOn(examined, sum, pattern),
  };
}

/** The end of the step in which a part of the reads, counted from the quickest, is complete. */
function within({ steps: counts, count, maxMs }: SlowReadSum, part: number): number | null {
  let seen = 0;
  for (const [at, end] of steps.entries()) {
    seen += counts[at] ?? 0;
    if (seen >= count * part) return Math.min(end, maxMs);
  }
  return null;
}

/** A part of a read that takes at least this share of its time is worth advice. */
const share = 0.3;

async function adviceOn(
  examined: Examined,
  { slug, totalMs, pageMs, countMs }: SlowReadSum,
  pattern: ReadPattern,
): Promise<readonly Advice[]> {
  const isCostly = (milliseconds: number): boolean => milliseconds >= totalMs * share;
  const onResponse = isCostly(totalMs - pageMs - countMs) ? [adviceOnResponse(pattern)] : [];
  if (pattern.kind === 'document') return onResponse;
  const plan = planOf(examined, slug, pattern);
  if (plan === null) return [other('the config no longer has this collection, or a field of this read')];
  const advice: readonly Advice[] = [
    ...(isCostly(pageMs) ? await adviceOnStatement(examined, plan, { slug, pattern, part: 'page' }) : []),
    ...(isCostly(countMs) ? await adviceOnStatement(examined, plan, { slug, pattern, part: 'count' }) : []),
    ...onResponse,
  ];
  const distinct = new Map(advice.map((one) => [JSON.stringify(one), one]));
  return distinct.size > 0 ? [...distinct.values()] : [served];
}

const served = other(
  'an index serves it: it was slow before the index was added, or while the machine was busy. A read that is not slow any more leaves this list after a week',
);

const unused = other('no index helps: the database would use none of those that the config can add');

function planOf({ contract, scope }: Examined, slug: string, pattern: ReadPattern): ListPlan | null {
  const collection = contract.collections.find((one) => one.slug === slug);
  if (collection === undefined) return null;
  try {
    return revivePlan(pattern, collection, scope);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

async function adviceOnStatement(
  { driver, config, trial }: Examined,
  plan: ListPlan,
  read: Omit<TriedRead, 'config'>,
): Promise<readonly Advice[]> {
  const isCount = read.part === 'count';
  const candidates = isCount ? candidatesForCount(plan) : isServed(plan) ? [] : candidatesForPage(plan);
  const rest = isCount ? [adviceOnCount] : adviceOnPage(plan, read.pattern);
  try {
    const index = await findIndex(candidates, {
      trial,
      dialect: driver.dialect.sql,
      read: { ...read, config },
    });
    if (index !== null) return [index, ...rest];
    return rest.length === 0 && !isServed(plan) ? [unused] : rest;
  } catch (error) {
    // For example a role that may not create temporary tables, or a table that a migration has locked.
    return [other(`no index could be tried: ${oneLine(error)}`), ...rest];
  }
}
