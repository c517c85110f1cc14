import type { DocumentAccess } from '../../access/document-access.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { compileList, type ListStatements } from '../../query/compile/list.js';
import { cursorAt, pageOfRow } from '../../query/compile/page-of-row.js';
import type { Statement } from '../../query/compile/statement.js';
import { type WorkedOn, workOfCount, workOfPage } from '../../query/effort/list-reading.js';
import type { ListPlan, WhereNode } from '../../query/plan.js';
import { patternOfList } from '../../query/read-pattern.js';
import type { Parameter } from '../../query/sql/parameter.js';
import { both } from '../../query/visible.js';
import type { ClientSignal, ReadSource, Row } from '../../storage/driver.js';
import { ReadTime } from '../../storage/read-time.js';
import { nextSlice } from '../../util/slices.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentType } from '../document-type.js';
import type { FoundDocuments, ListResult, MatchingDocuments } from '../operation.js';
import type { OperationContext } from '../operation-context.js';
import type { NamingMap } from '../relations/referrers.js';
import { unusedWhere } from '../relations/unused.js';
import type { ReadClock } from '../slow-reads/read-clock.js';
import type { SlowReads } from '../slow-reads/slow-reads.js';
import type { Counts } from './counts.js';
import { type DocumentReader, isAsStored } from './document-reader.js';
import { envelopeEnd, envelopeStart, type PageFacts } from './envelope.js';
import { joinedJson } from './joined-json.js';
import { textRows, withoutGaps } from './load-outgoing.js';
import type { OutgoingDocument } from './outgoing-document.js';
import { accessOf, readableWhere } from './read-rights.js';
import { type Reading, readRow, readRows, versionOf } from './read-statement.js';
import type { ReadViews, RowsRead, SeenRows } from './read-view.js';
import type { StaleDocuments } from './stale-documents.js';

/** The sources of lists. */
export interface ListSources {
  readonly environment: Pick<DocumentEnvironment, 'secured'>;
  readonly source: ReadSource;
  readonly reader: DocumentReader;
  readonly stale: StaleDocuments;
  readonly counts: Counts;
  readonly views: ReadViews;
  /** What can refer to the documents of each collection. */
  readonly naming: NamingMap;
  /** Null where slow reads are not noted. */
  readonly slowReads: SlowReads | null;
}

/**
 * Whether a page may become a large response: more than a hundred documents, if each level of relations
 * beyond the first has ten for each document.
 */
function mayBecomeLarge({ paging, shape }: ListPlan): boolean {
  return paging.limit * 10 ** Math.max(0, shape.depth - 1) > 100;
}
/** A collection, and where its lists are read from. */
export interface ListedType {
  readonly sources: ListSources;
  readonly type: DocumentType;
}
export interface RequestedList {
  readonly requested: ListPlan;
  readonly context: OperationContext;
}

/**
 * A page of documents in its envelope: bytes from the database where documents are returned as they are
 * stored.
 */
export async function listPage(
  { sources, type }: ListedType,
  { requested, context }: RequestedList,
): Promise<ListResult> {
  const access = accessOf(sources.environment, context);
  const { plan, rule } = await visiblePlan({ sources, type }, requested, access);
  const { slowReads } = sources;
  if (slowReads === null) return listVisible({ sources, type }, { plan, access, context, clock: null });
  return slowReads.watch(
    type.model.descriptor.slug,
    (clock) => listVisible({ sources, type }, { plan, access, context, clock }),
    () => patternOfList(requested, rule),
  );
}

interface List {
  readonly plan: ListPlan;
  readonly access: DocumentAccess | null;
  readonly context: OperationContext;
  readonly clock: ReadClock | null;
}

async function listVisible(
  { sources, type }: ListedType,
  { plan, access, context, clock }: List,
): Promise<ListResult> {
  const { descriptor } = type.model;
  const { source } = sources;
  const view = sources.views(plan.shape, access);
  const by: ReadBy = { clientSignal: context.clientSignal, clock, time: new ReadTime() };
  const planned = (rows: SeenRows, draftedSql: string | null): PlannedPage =>
    pageInView(source, planInView(plan, rows), draftedSql);
  const isPlain = plan.search === undefined || !(plan.search.isRanked || plan.search.isHighlighted);
  if (isPlain && source.dialect.sql.hasBytesPage && isAsStored(type, plan.shape, access)) {
    const page = await view.read(descriptor, plan.where, (rows, draftedSql) =>
      findBytes(source, planned(rows, draftedSql), by),
    );
    const answer = await listBytes(sources, page, by);
    if (answer !== null) return answer;
  }
  // Concurrent pages that may become large start one after the other.
  if (mayBecomeLarge(plan)) await nextSlice();
  const page = await view.read(descriptor, plan.where, (rows, draftedSql) =>
    findRows(source, planned(rows, draftedSql), by),
  );
  return listRows({ sources, type }, { page, context, by });
}

/** For whom statements are read, and what measures them. */
interface ReadBy {
  readonly clientSignal: ClientSignal | undefined;
  readonly clock: ReadClock | null;
  readonly time: ReadTime;
}

/** The ids of a page's documents, and how many there are in all. */
export async function findMatching(listed: ListedType, list: RequestedList): Promise<MatchingDocuments> {
  const { sources } = listed;
  const { page, by } = await findPage(listed, list);
  const { limit } = page.plan.paging;
  const ids = page.rows.slice(0, limit).map(({ id }) => String(id));
  const hasNext = page.statements.lookahead ? page.rows.length > limit : null;
  const facts = { length: ids.length, hasNext, version: versionOf(page.rows[0]), ...by };
  return { ids, total: (await readTotal(sources, page.plan, facts)) ?? ids.length };
}

/** The documents of a ranked page with their scores. */
export async function findRanked(listed: ListedType, list: RequestedList): Promise<FoundDocuments> {
  const { page, by } = await findPage(listed, list);
  const scores = new Map(page.rows.map((row) => [row['id'], Number(row['k0'])]));
  const { documents, texts } = await presentedRows(listed, page, { context: list.context, by });
  return {
    documents: documents.map(({ id }, at) => ({ json: texts[at] ?? '', score: scores.get(id) ?? 0 })),
    isTruncated: page.rows[0]?.['truncated'] === 1,
  };
}

async function findPage(
  { sources, type }: ListedType,
  { requested, context }: RequestedList,
): Promise<{ readonly page: FoundRows; readonly by: ReadBy }> {
  const access = accessOf(sources.environment, context);
  const { plan } = await visiblePlan({ sources, type }, requested, access);
  const { source } = sources;
  const by: ReadBy = { clientSignal: context.clientSignal, clock: null, time: new ReadTime() };
  const view = sources.views(plan.shape, access);
  const page = await view.read(type.model.descriptor, plan.where, (rows, draftedSql) =>
    findRows(source, pageInView(source, planInView(plan, rows), draftedSql), by),
  );
  return { page, by };
}

/** A page in the view of a request. */
interface PlannedPage {
  readonly plan: ListPlan;
  readonly statements: ListStatements;
}

function pageInView(source: ReadSource, plan: ListPlan, draftedSql: string | null): PlannedPage {
  // The count has a statement of its own, since it may be cached; the page reads one more document instead.
  const isCounted = plan.count === 'exact';
  const statements = compileList(isCounted ? { ...plan, count: 'none' } : plan, source.dialect.sql, {
    versionSql: isCounted ? source.versionSql : null,
    draftedSql,
  });
  return { plan, statements };
}

/** A page as bytes. */
interface FoundBytes extends PlannedPage {
  readonly row: Row | undefined;
}

async function findBytes(source: ReadSource, page: PlannedPage, by: ReadBy): Promise<RowsRead<FoundBytes>> {
  const { bytes } = page.statements;
  const row = bytes === null ? undefined : await readRow(source, bytes, pageReading(source, page, by));
  return { answer: { plan: page.plan, statements: page.statements, row }, row };
}

/** A page as rows. */
interface FoundRows extends PlannedPage {
  readonly rows: readonly Row[];
}

async function findRows(source: ReadSource, page: PlannedPage, by: ReadBy): Promise<RowsRead<FoundRows>> {
  const requested = page.statements.rows;
  const rows = requested === null ? [] : await readRows(source, requested, pageReading(source, page, by));
  return { answer: { plan: page.plan, statements: page.statements, rows }, row: rows[0] };
}

function pageReading(
  source: ReadSource,
  { plan }: PlannedPage,
  { clientSignal, clock, time }: ReadBy,
): Reading {
  return { clientSignal, time, clock: clock?.page ?? null, work: workOfPage(plan, workedOn(source)) };
}

function workedOn({ dialect, longReads: { sizeOf } }: ReadSource): WorkedOn {
  return { dialect: dialect.sql, sizeOf };
}

/**
 * The list of visible documents: the constraint is one more condition, so that pages, counts and cursors are
 * right. The fingerprint of a cursor stays that of the requested list.
 */
async function visiblePlan(
  { sources, type }: ListedType,
  plan: ListPlan,
  access: DocumentAccess | null,
): Promise<VisiblePlan> {
  const { descriptor } = type.model;
  const unused =
    plan.isUnused === true
      ? await unusedWhere(sources.source, sources.naming.get(descriptor.slug) ?? [], access)
      : null;
  if (access === null && unused === null) return { plan, rule: null };
  const visible = await readableWhere(access, descriptor);
  const requested = plan.where === null || access === null ? plan.where : await access.seeing(plan.where);
  const where = both(both(requested, visible), unused);
  return { plan: where === plan.where ? plan : { ...plan, where }, rule: visible };
}

interface VisiblePlan {
  readonly plan: ListPlan;
  /** The condition that the rights of the requester add. */
  readonly rule: WhereNode | null;
}

/** The list in the view of the request. The same plan for the published view. */
function planInView(plan: ListPlan, { where, drafts, isMerged }: SeenRows): ListPlan {
  if (drafts === null) return where === plan.where && !isMerged ? plan : { ...plan, where, isMerged };
  return {
    ...plan,
    where,
    isMerged,
    drafts: { collection: pendingDescriptor(plan.collection), where: drafts.where },
  };
}

/** Null when a document has no stored text, and where the source cannot return bytes. */
async function listBytes(
  sources: ListSources,
  { plan, statements: { lookahead }, row }: FoundBytes,
  by: ReadBy,
): Promise<ListResult | null> {
  if (row === undefined) return null;
  const page = pageOfRow(plan, lookahead, row);
  if (page.missing > 0) return null;
  const total = await readTotal(sources, plan, { ...page, version: null, ...by });
  const end = envelopeEnd(plan, { total, hasNext: page.hasNext, nextCursor: page.nextCursor });
  return { json: Buffer.concat([envelopeStart, page.docs, Buffer.from(end)]) };
}

async function listRows(
  { sources, type }: ListedType,
  { page: { plan, statements, rows: found }, context, by }: { readonly page: FoundRows } & PresentedFor,
): Promise<ListResult> {
  const { limit } = plan.paging;
  const length = Math.min(found.length, limit);
  const hasNext = statements.lookahead ? found.length > limit : null;
  const version = versionOf(found[0]);
  const isTruncated = found[0]?.['truncated'] === 1;
  const facts: PageFacts = {
    total: await readTotal(sources, plan, { length, hasNext, version, isTruncated, ...by }),
    isTruncated,
    hasNext,
    nextCursor: found.length > limit ? cursorAt(plan, sortValues(plan, found[limit - 1])) : null,
  };
  const { texts } = await presentedRows({ sources, type }, { plan, rows: found }, { context, by });
  return { json: await joinedJson(startText, texts, envelopeEnd(plan, facts)), version };
}

/** The documents of a page as the requester sees them. */
async function presentedRows(
  { sources, type }: ListedType,
  { plan, rows: found }: Pick<FoundRows, 'plan' | 'rows'>,
  { context, by: { time } }: PresentedFor,
): Promise<PresentedRows> {
  const rows = textRows(found.slice(0, plan.paging.limit), plan.drafts !== undefined);
  sources.stale.renew(type, rows);
  const documents = await withoutGaps(sources.source, type, rows);
  const presented = await sources.reader.presentAll(type, documents, plan.shape, context, time);
  const { search } = plan;
  if (!search?.isHighlighted) return { documents, texts: presented };
  const { withHighlights } = await import('../search/highlights.js');
  const { node } = search;
  return { documents, texts: await withHighlights(presented.map((text) => ({ text, node }))) };
}

/** Whom documents are shown to, and what was read for that. */
interface PresentedFor {
  readonly context: OperationContext;
  readonly by: ReadBy;
}

interface PresentedRows {
  readonly documents: readonly OutgoingDocument[];
  /** Of the same documents. */
  readonly texts: readonly string[];
}

const startText = envelopeStart.toString();

function sortValues(plan: ListPlan, row: Row | undefined): readonly Parameter[] | null {
  if (row === undefined) return null;
  return plan.sort.map((_, index) => (row[`k${index}`] ?? null) as Parameter);
}

interface ReadPage extends ReadBy {
  /** Documents in the page. */
  readonly length: number;
  readonly hasNext: boolean | null;
  readonly version: string | null;
  /** The page is of fewer documents than the total. */
  readonly isTruncated?: boolean;
}

/**
 * A total that follows from the page needs no count, and is consistent with the page despite concurrent
 * writes.
 */
async function readTotal(sources: ListSources, plan: ListPlan, page: ReadPage): Promise<number | null> {
  const { total } = compileList(plan, sources.source.dialect.sql);
  if (total === null) return null;
  const reached = reachedBy(plan, page.length);
  if (reached === null || page.isTruncated === true) return countAll(sources, { plan, total, page });
  if (page.hasNext === false) return reached;
  return Math.max(await countAll(sources, { plan, total, page }), page.hasNext ? reached + 1 : reached);
}

/** How many documents there are up to the end of a page; null where the page does not show it. */
function reachedBy({ paging }: ListPlan, length: number): number | null {
  if (paging.limit === 0) return null;
  if (paging.kind === 'cursor') return paging.after === null ? length : null;
  const before = (paging.page - 1) * paging.limit;
  return length > 0 || before === 0 ? before + length : null;
}

async function countAll(
  { source, counts }: ListSources,
  {
    plan,
    total,
    page: { version, clientSignal, clock, time },
  }: { readonly plan: ListPlan; readonly total: Statement; readonly page: ReadPage },
): Promise<number> {
  const reading: Reading = {
    clientSignal,
    time,
    clock: clock?.count ?? null,
    work: workOfCount(plan, workedOn(source)),
  };
  if (plan.count === 'exact') return counts.total(total, version, reading);
  return Number((await readRow(source, total, reading))?.['total'] ?? 0);
}
