import type { ReactNode } from 'react';
import type { AdminPresence } from '../../../../../runtime/codegen/admin-replies.js';
import { usePersonNames } from '../../../accounts/use-user-names.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Avatar } from '../../../ui/avatar.js';
import { useAnnounced } from '../../../ui/toast.js';
import { editTexts } from '../texts.js';
import { barTexts } from './texts.js';

/** Who else has the document open. */
export function Others({ others }: { readonly others: AdminPresence['others'] }): ReactNode {
  const t = useTexts(barTexts);
  const edit = useTexts(editTexts);
  const formats = useFormats();
  const known = usePersonNames(others);
  const nameOf = (person: AdminPresence['others'][number]): string => known(person) ?? edit.otherUser;
  const names = (all: AdminPresence['others']): string => formats.list(all.map(nameOf));
  const editing = others.filter(({ isEditing }) => isEditing);
  const text =
    others.length === 0
      ? null
      : editing.length > 0
        ? t.othersEdit(names(editing), editing.length)
        : t.othersRead(names(others), others.length);
  useAnnounced(text);
  if (text === null) return null;
  return (
    <span className="document-others" title={t.othersRead(names(others), others.length)}>
      <span className="avatars">
        {others.slice(0, 3).map((person) => (
          <Avatar key={person.id} name={nameOf(person)} isSmall />
        ))}
      </span>
      <span className="document-others-text">{text}</span>
    </span>
  );
}
