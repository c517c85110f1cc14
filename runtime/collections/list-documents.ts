import type { DocumentAccess } from '../access/document-access.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { DocumentEnvironment, DocumentType } from '../documents/document-type.js';
import { textRows, withoutGaps } from '../documents/load-outgoing.js';
import type { ListResult, OperationContext } from '../documents/operation.js';
import { type DocumentReader, isAsStored } from '../documents/read-documents.js';
import type { ReadViews, RowsRead } from '../documents/read-view.js';
import type { StaleDocuments } from '../documents/stale-documents.js';
import { accessOf, readableWhere } from '../documents/visible.js';
import { dialectOf } from '../query/compile/dialects.js';
import { compileList, type ListStatements } from '../query/compile/list.js';
import { cursorAt, readPage } from '../query/compile/read-page.js';
import type { Parameter, Statement } from '../query/compile/statement.js';
import type { RowsInView } from '../query/merged-view.js';
import type { ListPlan } from '../query/plan.js';
import { both } from '../query/visible.js';
import type { ReadSource, Recipient, Row } from '../storage/driver.js';
import type { Counts } from './counts.js';
import { envelopeEnd, envelopeStart, type PageFacts } from './envelope.js';

/** What lists need. */
export interface ListSources {
  readonly environment: Pick<DocumentEnvironment, 'secured'>;
  readonly source: ReadSource;
  readonly reader: DocumentReader;
  readonly stale: StaleDocuments;
  readonly counts: Counts;
  readonly views: ReadViews;
}

/** A page of documents in its envelope: bytes from the database where documents go out as they are stored. */
export async function listDocuments(
  sources: ListSources,
  type: DocumentType,
  asked: ListPlan,
  context: OperationContext,
): Promise<ListResult> {
  const access = accessOf(sources.environment, context);
  const { descriptor } = type.model;
  const plan = await visiblePlan(type, asked, access);
  const { source } = sources;
  const { recipient } = context;
  const view = sources.views(plan.shape, access);
  const planned = (rows: RowsInView, draftedSql: string | null): PlannedPage =>
    pageInView(source, planInView(plan, rows), draftedSql);
  if (dialectOf(source).hasBytesPage && isAsStored(type, plan.shape, access)) {
    const page = await view.read(descriptor, plan.where, (rows, draftedSql) =>
      findBytes(source, planned(rows, draftedSql), recipient),
    );
    const answer = await listBytes(sources, page, recipient);
    if (answer !== null) return answer;
  }
  const page = await view.read(descriptor, plan.where, (rows, draftedSql) =>
    findRows(source, planned(rows, draftedSql), recipient),
  );
  return listRows(sources, type, { page, context });
}

/** A page in the view of a request. */
interface PlannedPage {
  readonly plan: ListPlan;
  readonly statements: ListStatements;
}

function pageInView(source: ReadSource, plan: ListPlan, draftedSql: string | null): PlannedPage {
  // The count has a statement of its own, since it may be known already; the page looks one document ahead instead.
  const isCounted = plan.count === 'exact';
  const statements = compileList(isCounted ? { ...plan, count: 'none' } : plan, dialectOf(source), {
    versionSql: isCounted ? source.versionSql : null,
    draftedSql,
  });
  return { plan, statements };
}

/** A page as bytes. */
interface FoundBytes extends PlannedPage {
  readonly row: Row | undefined;
}

async function findBytes(
  source: ReadSource,
  page: PlannedPage,
  recipient: Recipient | undefined,
): Promise<RowsRead<FoundBytes>> {
  const { bytes } = page.statements;
  const row = bytes === null ? undefined : await source.get(bytes.sql, bytes.parameters, recipient);
  return { answer: { ...page, row }, row };
}

/** A page as rows. */
interface FoundRows extends PlannedPage {
  readonly rows: readonly Row[];
}

async function findRows(
  source: ReadSource,
  page: PlannedPage,
  recipient: Recipient | undefined,
): Promise<RowsRead<FoundRows>> {
  const asked = page.statements.rows;
  const rows = asked === null ? [] : await source.all(asked.sql, asked.parameters, recipient);
  return { answer: { ...page, rows }, row: rows[0] };
}

/**
 * The list of what may be seen: the constraint is one more condition, so that pages, counts and cursors are right. The
 * fingerprint of a cursor stays that of what was asked for.
 */
async function visiblePlan(
  type: DocumentType,
  plan: ListPlan,
  access: DocumentAccess | null,
): Promise<ListPlan> {
  if (access === null) return plan;
  const visible = await readableWhere(access, type.model.descriptor);
  const asked = plan.where === null ? null : await access.seeing(plan.where);
  const where = both(asked, visible);
  return where === plan.where ? plan : { ...plan, where };
}

/** The list in the view of the request. The same plan where no draft is to be seen. */
function planInView(plan: ListPlan, { where, drafts }: RowsInView): ListPlan {
  if (drafts === null) return where === plan.where ? plan : { ...plan, where };
  return {
    ...plan,
    where,
    drafts: { collection: pendingDescriptor(plan.collection), where: drafts.where },
  };
}

/** Null when a document has no stored text, and where there are no pages of bytes. */
async function listBytes(
  sources: ListSources,
  { plan, statements: { lookahead }, row }: FoundBytes,
  recipient: Recipient | undefined,
): Promise<ListResult | null> {
  if (row === undefined) return null;
  const page = readPage(plan, lookahead, row);
  if (page.missing > 0) return null;
  const total = await readTotal(sources, plan, { ...page, version: null, recipient });
  const end = envelopeEnd(plan, { total, hasNext: page.hasNext, nextCursor: page.nextCursor });
  return { json: Buffer.concat([envelopeStart, page.docs, Buffer.from(end)]) };
}

async function listRows(
  sources: ListSources,
  type: DocumentType,
  {
    page: { plan, statements, rows: found },
    context,
  }: { readonly page: FoundRows; readonly context: OperationContext },
): Promise<ListResult> {
  const { source } = sources;
  const { limit } = plan.paging;
  const { recipient } = context;
  const length = Math.min(found.length, limit);
  const hasNext = statements.lookahead ? found.length > limit : null;
  const facts: PageFacts = {
    total: await readTotal(sources, plan, { length, hasNext, version: versionOf(found), recipient }),
    hasNext,
    nextCursor: found.length > limit ? cursorAt(plan, sortValues(plan, found[limit - 1])) : null,
  };
  const rows = textRows(found.slice(0, limit), plan.drafts !== undefined);
  sources.stale.renew(type, rows);
  const documents = await withoutGaps(source, type, rows);
  const texts = await sources.reader.presentAll(type, documents, plan.shape, context);
  return { json: `${envelopeStart.toString()}${texts.join(',')}${envelopeEnd(plan, facts)}` };
}

function sortValues(plan: ListPlan, row: Row | undefined): readonly Parameter[] | null {
  if (row === undefined) return null;
  return plan.sort.map((_, index) => (row[`k${index}`] ?? null) as Parameter);
}

/** The version of the data that the rows of a page were read in, if they say it. */
function versionOf([row]: readonly Row[]): string | null {
  const version = row?.['version'];
  return typeof version === 'string' ? version : null;
}

interface ReadPage {
  /** Documents in the page. */
  readonly length: number;
  readonly hasNext: boolean | null;
  readonly version: string | null;
  readonly recipient: Recipient | undefined;
}

/** What the page itself says of the total needs no count, and agrees with it whatever is written in between. */
async function readTotal(sources: ListSources, plan: ListPlan, page: ReadPage): Promise<number | null> {
  const { total } = compileList(plan, dialectOf(sources.source));
  if (total === null) return null;
  const reached = reachedBy(plan, page.length);
  if (reached === null) return countAll(sources, plan, total, page);
  if (page.hasNext === false) return reached;
  return Math.max(await countAll(sources, plan, total, page), page.hasNext ? reached + 1 : reached);
}

/** How many documents there are up to the end of a page; null where it does not say. */
function reachedBy({ paging }: ListPlan, length: number): number | null {
  if (paging.limit === 0) return null;
  if (paging.kind === 'cursor') return paging.after === null ? length : null;
  const before = (paging.page - 1) * paging.limit;
  return length > 0 || before === 0 ? before + length : null;
}

async function countAll(
  { source, counts }: ListSources,
  plan: ListPlan,
  total: Statement,
  { version, recipient }: ReadPage,
): Promise<number> {
  if (plan.count === 'exact') return counts.total(total, version, recipient);
  return Number((await source.get(total.sql, total.parameters, recipient))?.['total'] ?? 0);
}
