/** Groups of a collection's documents and their numbers: docs/spec/content-tools.md#numbers-and-views. */

import type { DocumentAccess } from '../../access/document-access.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { reason } from '../../errors/reasons/reason.js';
import { inputIssue } from '../../fields/input-issue.js';
import type { AggregatePlan, AggregateValue, GroupTerm } from '../../query/aggregate-plan.js';
import { type AggregatedRows, compileAggregate } from '../../query/compile/aggregate.js';
import { workOfAggregate } from '../../query/effort/aggregate-reading.js';
import type { AndNode, RelatedNode, WhereNode } from '../../query/plan.js';
import { both, conjuncts } from '../../query/visible.js';
import type { Row } from '../../storage/driver.js';
import { ReadTime } from '../../storage/read-time.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { OperationContext } from '../operation-context.js';
import type { AggregateResult } from './aggregate-result.js';
import { dateGroupText } from './date-group-text.js';
import type { ListedType, ListSources } from './list-documents.js';
import { accessOf, readableWhere } from './read-rights.js';
import { readRows } from './read-statement.js';
import type { SeenRows } from './read-view.js';

/**
 * Reads the groups. The constraint of the requester is one more condition of the statement, so that no number
 * has a part of what they may not read.
 */
export async function aggregateDocuments(
  { sources, type }: ListedType,
  plan: AggregatePlan,
  context: OperationContext,
): Promise<AggregateResult> {
  const access = accessOf(sources.environment, context);
  const { descriptor } = type.model;
  const relations = relationsOf(plan);
  const where = await visibleParts(plan, relations, { access, type });
  const view = sources.views({ draft: plan.draft }, access);
  const time = new ReadTime();
  const rows = await view.read(descriptor, where, async (found, draftedSql) => {
    const read = await readGroups({ sources, plan, relations }, { found, draftedSql, context, time });
    return { answer: read, row: read[0] };
  });
  return {
    groups: rows.slice(0, plan.limit).map((row) => groupOf(plan, row)),
    hasMore: rows.length > plan.limit,
  };
}

/** The conditions of the relations whose references count only where they are seen. */
function relationsOf({ groups, metrics }: AggregatePlan): readonly RelatedNode[] {
  const values: readonly AggregateValue[] = [
    ...groups.map(({ value }) => value),
    ...metrics.flatMap((metric) => (metric.operation === 'count' ? [] : [metric.value])),
  ];
  return [...new Set(values.flatMap(({ seen }) => (seen === null ? [] : [seen])))];
}

const everyDocument: AndNode = { kind: 'and', nodes: [] };

/**
 * The filter of the rows, followed by the conditions of the relations: one filter, so that all of them are of
 * one view.
 */
async function visibleParts(
  plan: AggregatePlan,
  relations: readonly RelatedNode[],
  { access, type }: { readonly access: DocumentAccess | null; readonly type: ListedType['type'] },
): Promise<WhereNode | null> {
  const visible = await readableWhere(access, type.model.descriptor);
  const seeing = async (node: WhereNode): Promise<WhereNode> =>
    access === null ? node : access.seeing(node);
  const requested = plan.where === null ? null : await seeing(plan.where);
  const where = both(requested, visible);
  if (relations.length === 0) return where;
  const seen: WhereNode[] = [];
  for (const relation of relations) seen.push(await seeing(relation));
  return { kind: 'and', nodes: [where ?? everyDocument, ...seen] };
}

interface Aggregated {
  readonly sources: ListSources;
  readonly plan: AggregatePlan;
  readonly relations: readonly RelatedNode[];
}

interface FoundRows {
  readonly found: SeenRows;
  readonly draftedSql: string | null;
  readonly context: OperationContext;
  readonly time: ReadTime;
}

function readGroups(
  { sources: { source }, plan, relations }: Aggregated,
  { found, draftedSql, context: { clientSignal }, time }: FoundRows,
): Promise<readonly Row[]> {
  const { collection } = plan;
  const published: AggregatedRows = {
    collection,
    rows: 'published',
    ...partsOf(found.where, relations),
  };
  const { drafts } = found;
  const tables: readonly AggregatedRows[] =
    drafts === null
      ? [published]
      : [
          published,
          { collection: pendingDescriptor(collection), rows: 'pending', ...partsOf(drafts.where, relations) },
        ];
  const { dialect, longReads } = source;
  const statement = compileAggregate(plan, dialect.sql, { tables, draftedSql });
  const work = workOfAggregate(plan, tables, { dialect: dialect.sql, sizeOf: longReads.sizeOf });
  return readRows(source, statement, { work, clientSignal, time, clock: null });
}

/** Undoes {@link visibleParts}. What the view adds comes last. */
function partsOf(
  where: WhereNode | null,
  relations: readonly RelatedNode[],
): Pick<AggregatedRows, 'where' | 'seen'> {
  if (where === null || relations.length === 0) return { where, seen: new Map() };
  const [own = everyDocument, ...rest] = conjuncts(where);
  const added = rest.slice(relations.length);
  const seen = relations.flatMap((relation, index): readonly (readonly [RelatedNode, RelatedNode])[] => {
    const node = rest[index];
    return node?.kind === 'related' ? [[relation, node]] : [];
  });
  return { where: { kind: 'and', nodes: [...conjuncts(own), ...added] }, seen: new Map(seen) };
}

function groupOf({ groups, metrics }: AggregatePlan, row: Row): JsonObject {
  const key = groups.map((group, index) => [group.path, keyOf(group, row[`k${index}`])] as const);
  const numbers = metrics.map(({ name, operation }, index) => {
    const value = plain(row[`m${index}`]);
    if (value === null && operation === 'sum')
      throw inputIssue(`metrics.${name}`, reason('aggregate.tooLarge'));
    return [name, value] as const;
  });
  return Object.fromEntries([['key', Object.fromEntries(key)], ...numbers]);
}

function keyOf({ value: { kind, target }, date }: GroupTerm, given: unknown): JsonValue {
  const stored = plain(given);
  if (stored === null) return null;
  if (date !== null) return dateGroupText(String(stored), date.by);
  if (kind === 'boolean') return stored !== 0;
  if (!('collectionColumn' in target.field) || target.field.collectionColumn === undefined) return stored;
  const reference = String(stored);
  const end = reference.indexOf(':');
  return { collection: reference.slice(0, end), id: reference.slice(end + 1) };
}

function plain(value: unknown): string | number | null {
  // No -0: JSON has none.
  return typeof value === 'number' ? value + 0 : typeof value === 'string' ? value : null;
}
