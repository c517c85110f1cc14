import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { PagedList } from '../../accounts/paged-list.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useApi } from '../../api/api-context.js';
import { useCollectionMeta } from '../../api/meta-context.js';
import type { TrashedDocument } from '../../api/trash.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { EmptyTrash } from './empty-trash.js';
import { RestoreConflict, type RestoreRefusal } from './restore-conflict.js';
import { trashScreenTexts } from './texts.js';
import { trashQuery } from './trash-query.js';
import { TrashRow } from './trash-row.js';

/** The deleted documents of a collection, for as long as they can be restored. */
export function TrashScreen({ params }: ScreenProps<'slug'>): ReactNode {
  const meta = useCollectionMeta(params.slug);
  if (meta?.trash === undefined || meta.can.delete === false) return <NotFoundScreen />;
  return <Trash meta={meta} days={meta.trash.days} />;
}

interface TrashProps {
  readonly meta: AdminCollectionMeta;
  readonly days: number;
}

function Trash({ meta, days }: TrashProps): ReactNode {
  const t = useTexts(trashScreenTexts);
  const [page, setPage] = useState(1);
  const [isEmptying, setIsEmptying] = useState(false);
  const [refusal, setRefusal] = useState<RestoreRefusal | null>(null);
  const query = useQuery(trashQuery(useApi(), meta, page));
  const docs: readonly TrashedDocument[] = query.data?.docs ?? [];
  const nameOf = useUserNames(docs.map(({ _deletedBy }) => _deletedBy));
  const total = query.data?.totalDocs ?? 0;
  const mayPurge = meta.can.purge !== undefined && meta.can.purge !== false;
  return (
    <Page
      title={t.title(meta.labels.plural)}
      note={t.note(days)}
      crumbs={[{ label: meta.labels.plural, to: paths.collection(meta.slug) }]}
      actions={
        mayPurge &&
        total > 0 && (
          <Button variant="danger-quiet" icon="trash" onClick={() => setIsEmptying(true)}>
            {t.emptyTrash}
          </Button>
        )
      }
    >
      <PagedList
        query={query}
        page={page}
        onPage={setPage}
        found={t.found}
        empty={<EmptyState icon="trash" title={t.empty} text={t.emptyText} />}
      >
        {(documents) => (
          <Table label={t.title(meta.labels.plural)}>
            <TableHead
              columns={[
                { label: t.document },
                { label: t.deleted, className: 'wide-only' },
                { label: t.by, className: 'wide-only' },
                { label: t.left },
                { label: t.actions, isSilent: true },
              ]}
            />
            <tbody>
              {documents.map((document) => (
                <TrashRow
                  key={document.id}
                  meta={meta}
                  document={document}
                  days={days}
                  deletedBy={nameOf(document._deletedBy)}
                  mayPurge={mayPurge}
                  onRefused={setRefusal}
                />
              ))}
            </tbody>
          </Table>
        )}
      </PagedList>
      {isEmptying && <EmptyTrash meta={meta} count={total} onClose={() => setIsEmptying(false)} />}
      {refusal !== null && <RestoreConflict meta={meta} refusal={refusal} onClose={() => setRefusal(null)} />}
    </Page>
  );
}
