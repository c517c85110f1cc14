import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isKeyId, usePersonNames } from '../../accounts/use-user-names.js';
import type { Version } from '../../api/documents.js';
import { useAuthMeta } from '../../api/meta-context.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { useTexts } from '../../i18n/language.js';
import { editTexts } from './texts.js';

/** The author of a version; renders nothing where the author is unknown. */
export function VersionAuthor({ version }: { readonly version: Version }): ReactNode {
  const t = useTexts(editTexts);
  const auth = useAuthMeta();
  const { createdBy, createdByName } = version;
  const person = { id: createdBy, name: createdByName };
  const nameOf = usePersonNames([person]);
  if (createdBy === null) return null;
  if (createdBy === auth?.user.id) return t.byYou;
  return isKeyId(createdBy) ? t.byKey : (nameOf(person) ?? t.otherUser);
}

/** The author of the newest version, whose change conflicts with a save. Needs a version history. */
export function LastAuthor({ source }: { readonly source: DocumentSource }): ReactNode {
  const t = useTexts(editTexts);
  const auth = useAuthMeta();
  const versions = useQuery({
    queryKey: [...source.queryKey, 'versions', 'newest'],
    queryFn: ({ signal }) => source.versions(1, signal),
    enabled: source.meta.versions,
  });
  const [newest] = versions.data?.docs ?? [];
  const person = { id: newest?.createdBy ?? null, name: newest?.createdByName };
  const nameOf = usePersonNames([person]);
  // It conflicts with a change of their own, in another window.
  if (person.id === null || person.id === auth?.user.id) return null;
  const name = isKeyId(person.id) ? t.ofKey : (nameOf(person) ?? t.ofOtherUser);
  return <p>{t.lastSavedBy(name)}</p>;
}
