import { type ReactNode, useMemo } from 'react';
import type { AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { MetaProvider } from '../api/meta-context.js';
import { DocumentLabelsProvider, type LabelOf } from '../i18n/document-labels.js';
import { useLanguage } from '../i18n/language.js';
import { localized } from '../i18n/localized-meta.js';

interface LocalizedMetaProps {
  readonly meta: AdminMeta;
  readonly children: ReactNode;
}

/** Provides the metadata with the texts of the language in which the dashboard is shown. */
export function LocalizedMeta({ meta, children }: LocalizedMetaProps): ReactNode {
  const { name } = useLanguage();
  const own = useMemo(() => localized(meta, name), [meta, name]);
  const labelOf = useMemo(() => labelsIn(own), [own]);
  return (
    <MetaProvider value={own}>
      <DocumentLabelsProvider value={labelOf}>{children}</DocumentLabelsProvider>
    </MetaProvider>
  );
}

function labelsIn({ collections, globals }: AdminMeta): LabelOf {
  const labels = new Map([
    ...collections.map(({ slug, labels: { plural } }) => [slug, plural] as const),
    ...globals.map(({ slug, label }) => [`globals.${slug}`, label] as const),
  ]);
  return (name) => labels.get(name);
}
