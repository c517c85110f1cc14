import type { ReactNode } from 'react';
import { useApi } from '../../api/api-context.js';
import { useGlobalMeta } from '../../api/meta-context.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import type { ScreenProps } from '../../app/route.js';
import { globalSource } from '../../documents/document-source.js';
import { StoredDocument } from './stored-document.js';

/** Edits a global: the only document of its slug, also before the first write. */
export function GlobalScreen({ params }: ScreenProps<'slug'>): ReactNode {
  const api = useApi();
  const meta = useGlobalMeta(params.slug);
  if (meta === undefined) return <NotFoundScreen />;
  return <StoredDocument source={globalSource(api, meta)} crumbs={[]} />;
}
