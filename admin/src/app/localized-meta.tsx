import { type ReactNode, useMemo } from 'react';
import type { AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { MetaProvider } from '../api/meta-context.js';
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
  return <MetaProvider value={own}>{children}</MetaProvider>;
}
