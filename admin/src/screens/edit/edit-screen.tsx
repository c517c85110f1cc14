import type { ReactNode } from 'react';
import { useApi } from '../../api/api-context.js';
import { useCollectionMeta } from '../../api/meta-context.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import type { ScreenProps } from '../../app/route.js';
import { collectionSource } from '../../documents/document-source.js';
import { listPath } from './bar/list-path.js';
import { StoredDocument } from './stored-document.js';

/** A document of a collection. */
export function EditScreen({ params }: ScreenProps<'slug' | 'id'>): ReactNode {
  const api = useApi();
  const meta = useCollectionMeta(params.slug);
  if (meta === undefined) return <NotFoundScreen />;
  return (
    <StoredDocument
      source={collectionSource(api, meta, params.id)}
      crumbs={[{ label: meta.labels.plural, to: listPath(meta.slug) }]}
    />
  );
}
