import type { ReactNode } from 'react';
import { useAuthMeta } from '../../api/meta-context.js';
import { documentTitle } from '../../documents/document-title.js';
import { contentOf } from '../../documents/stored-document.js';
import { useTargets } from '../../fields/relationship/use-targets.js';
import { useTexts } from '../../i18n/language.js';
import { editTexts } from './texts.js';

/** Who wrote a version, as far as the requester may know. */
export function VersionAuthor({ id }: { readonly id: string | null }): ReactNode {
  const t = useTexts(editTexts);
  const auth = useAuthMeta();
  const isUser = id !== null && !id.startsWith('key:') && id !== auth?.user.id;
  const reference = { collection: 'users', id: id ?? '' };
  const target = useTargets(isUser ? [reference] : [])(reference);
  if (id === null) return null;
  if (id === auth?.user.id) return t.byYou;
  if (!isUser) return t.byKey;
  return target.kind === 'found' ? documentTitle(target.meta, contentOf(target.document)) : null;
}
