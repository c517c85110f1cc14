import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/link.js';
import { EmptyState } from '../../ui/states.js';
import { listTexts } from './texts.js';

interface EmptyListProps {
  readonly meta: AdminCollectionMeta;
  readonly isFiltered: boolean;
  /** Whether a folder is open. */
  readonly isFolder: boolean;
  readonly page: number;
  readonly onClear: () => void;
  readonly onFirst: () => void;
}

/** Explains why the list is empty, and offers the next step. */
export function EmptyList({ meta, isFiltered, isFolder, page, onClear, onFirst }: EmptyListProps): ReactNode {
  const t = useTexts(listTexts);
  if (page > 1) {
    return (
      <EmptyState
        icon="search"
        title={t.pastEnd}
        actions={<Button onClick={onFirst}>{t.firstPage}</Button>}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t.noMatchTitle}
        text={t.noMatchText}
        actions={<Button onClick={onClear}>{t.clearFilter}</Button>}
      />
    );
  }
  if (isFolder) return <EmptyState icon="folder" title={t.emptyFolder} text={t.emptyFolderText} />;
  return (
    <EmptyState
      icon="list"
      title={t.emptyTitle(meta.labels.plural)}
      text={meta.can.create !== false && t.emptyText}
      actions={
        meta.can.create !== false && (
          <ButtonLink to={paths.newDocument(meta.slug)} icon="add">
            {t.create(meta.labels.singular)}
          </ButtonLink>
        )
      }
    />
  );
}
