import type { DocumentAccess } from '../access/document-access.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { DocumentEnvironment, DocumentType } from '../documents/document-type.js';
import { textRows, withoutGaps } from '../documents/load-outgoing.js';
import type { ListResult, OperationContext } from '../documents/operation.js';
import { type DocumentReader, isAsStored } from '../documents/read-documents.js';
import type { ReadViews } from '../documents/read-view.js';
import type { StaleDocuments } from '../documents/stale-documents.js';
import { accessOf, readableWhere } from '../documents/visible.js';
import { compileList, type ListStatements } from '../query/compile/list.js';
import { cursorAt, readPage } from '../query/compile/read-page.js';
import type { Parameter } from '../query/compile/statement.js';
import type { ListPlan } from '../query/plan.js';
import { both } from '../query/visible.js';
import type { Row } from '../storage/driver.js';
import type { Counts } from './counts.js';
import { envelopeEnd, envelopeStart, type PageFacts } from './envelope.js';

/** What lists need beside the environment. */
export interface ListSources {
  readonly environment: DocumentEnvironment;
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
  const plan = await planInView(sources, type, await visiblePlan(type, asked, access), access);
  // The count has a statement of its own, since it may be known already; the page looks one document ahead instead.
  const statements = compileList(plan.count === 'exact' ? { ...plan, count: 'none' } : plan);
  const answer = isAsStored(type, plan.shape, access) ? await listBytes(sources, plan, statements) : null;
  if (answer !== null) return answer;
  return listRows(sources, type, plan, context, statements);
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
async function planInView(
  { views }: ListSources,
  { model: { descriptor } }: DocumentType,
  plan: ListPlan,
  access: DocumentAccess | null,
): Promise<ListPlan> {
  const { where, drafts } = await views(plan.shape, access).rows(descriptor, plan.where);
  if (drafts === null) return where === plan.where ? plan : { ...plan, where };
  return {
    ...plan,
    where,
    drafts: { collection: pendingDescriptor(plan.collection), where: drafts.where },
  };
}

/** Null when a document has no stored text. */
async function listBytes(
  sources: ListSources,
  plan: ListPlan,
  statements: ListStatements,
): Promise<ListResult | null> {
  const { bytes, lookahead } = statements;
  const { driver } = sources.environment;
  const row = bytes === null ? undefined : await driver.get(bytes.sql, bytes.parameters);
  if (row === undefined) return null;
  const page = readPage(plan, lookahead, row);
  if (page.missing > 0) return null;
  const total = await readTotal(sources, plan);
  const end = envelopeEnd(plan, { total, hasNext: page.hasNext, nextCursor: page.nextCursor });
  return { json: Buffer.concat([envelopeStart, page.docs, Buffer.from(end)]) };
}

async function listRows(
  sources: ListSources,
  type: DocumentType,
  plan: ListPlan,
  context: OperationContext,
  statements: ListStatements,
): Promise<ListResult> {
  const { driver } = sources.environment;
  const { limit } = plan.paging;
  const { rows: page } = statements;
  const found = page === null ? [] : await driver.all(page.sql, page.parameters);
  const facts: PageFacts = {
    total: await readTotal(sources, plan),
    hasNext: statements.lookahead ? found.length > limit : null,
    nextCursor: found.length > limit ? cursorAt(plan, sortValues(plan, found[limit - 1])) : null,
  };
  const rows = textRows(found.slice(0, limit), plan.drafts !== undefined);
  sources.stale.renew(type, rows);
  const documents = await withoutGaps(driver, type, rows);
  const texts = await sources.reader.presentAll(type, documents, plan.shape, context);
  return { json: `${envelopeStart.toString()}${texts.join(',')}${envelopeEnd(plan, facts)}` };
}

function sortValues(plan: ListPlan, row: Row | undefined): readonly Parameter[] | null {
  if (row === undefined) return null;
  return plan.sort.map((_, index) => (row[`k${index}`] ?? null) as Parameter);
}

async function readTotal(
  { environment: { driver }, counts }: ListSources,
  plan: ListPlan,
): Promise<number | null> {
  const { total } = compileList(plan);
  if (total === null) return null;
  if (plan.count === 'exact') return counts.total(total);
  return Number((await driver.get(total.sql, total.parameters))?.['total'] ?? 0);
}
