import { countText, oneLine } from '../../runtime/cli/index.js';
import { printTable } from '../terminal/print-table.js';
import type { Terminal } from '../terminal/terminal.js';
import { inTrash, type OpenTrash, type TrashOptions } from './in-trash.js';
import { titleOf } from './title-of.js';

interface ListOptions extends TrashOptions {
  readonly limit: number;
  readonly json?: boolean;
}

interface ListedDocument {
  readonly collection: string;
  readonly id: string;
  readonly title: string | null;
  readonly deletedAt: string;
  /** Id of a user; null where it was a key, or the service itself. */
  readonly deletedBy: string | null;
  /** When it is deleted for good. */
  readonly until: string;
}

interface ListedTrash {
  readonly slug: string;
  readonly total: number;
  readonly documents: readonly ListedDocument[];
}

const day = 86_400_000;

/** `svc trash list`: the documents of each collection that were deleted last. */
export async function listTrash(
  { limit, json = false, ...options }: ListOptions,
  terminal: Terminal,
): Promise<void> {
  const found = await inTrash(options, async (trashes) => {
    const listed: ListedTrash[] = [];
    for (const trash of trashes) listed.push(await newestOf(trash, limit));
    return listed;
  });
  const documents = found.flatMap((each) => each.documents);
  if (json) {
    const totals = Object.fromEntries(found.map(({ slug, total }) => [slug, total]));
    terminal.json({ ok: true, documents, totals });
    return;
  }
  printDocuments(documents, terminal);
  for (const { slug, total, documents: own } of found) {
    const more = total - own.length;
    if (more > 0) terminal.line(`${slug}: ${countText(more, 'more document')}; --limit shows more.`);
  }
  if (found.every(({ total }) => total === 0)) terminal.line('The trash is empty.');
}

async function newestOf(trash: OpenTrash, limit: number): Promise<ListedTrash> {
  const documents: ListedDocument[] = [];
  for (let page = 1; ; page++) {
    const { docs, totalDocs } = await trash.trash.find({ limit: trash.pageSize, page });
    for (const document of docs.slice(0, limit - documents.length)) {
      const deletedAt = String(document['_deletedAt']);
      const deletedBy = document['_deletedBy'];
      documents.push({
        ...{ collection: trash.slug, id: document.id, title: titleOf(document, trash), deletedAt },
        deletedBy: typeof deletedBy === 'string' ? deletedBy : null,
        until: new Date(Date.parse(deletedAt) + trash.days * day).toISOString(),
      });
    }
    if (documents.length >= Math.min(limit, totalDocs) || docs.length === 0)
      return { slug: trash.slug, total: totalDocs, documents };
  }
}

const head = ['COLLECTION', 'ID', 'DELETED', 'UNTIL', 'TITLE'] as const;

function printDocuments(documents: readonly ListedDocument[], terminal: Terminal): void {
  if (documents.length === 0) return;
  const rows = documents.map(({ collection, id, deletedAt, until, title }) => [
    ...[collection, id, deletedAt.slice(0, 16).replace('T', ' '), until.slice(0, 10)],
    oneLine(title ?? ''),
  ]);
  printTable(terminal, { head, rows });
}
