import type { ReactNode } from 'react';
import type { AdminPresence } from '../../../../../runtime/codegen/admin-replies.js';
import { isKeyId, usePersonNames } from '../../../accounts/use-user-names.js';
import { useAuthMeta } from '../../../api/meta-context.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/states.js';
import { editTexts } from '../texts.js';
import type { EditorHandle } from '../use-editor.js';
import { barTexts } from './texts.js';

interface MeanwhileNoticeProps {
  readonly editor: EditorHandle;
  readonly presence: AdminPresence | undefined;
}

/** Says that another user has saved the document, and who, before the user saves. */
export function MeanwhileNotice({ editor, presence }: MeanwhileNoticeProps): ReactNode {
  const t = useTexts(editTexts);
  const bar = useTexts(barTexts);
  const formats = useFormats();
  const ownId = useAuthMeta()?.user.id;
  const { newer } = editor;
  const isKnown = presence?.revision === newer?._revision && presence?.updatedAt !== null;
  const by = isKnown ? (presence?.changedBy ?? null) : null;
  const nameOf = usePersonNames(by === null ? [] : [by]);
  if (newer === null) return null;
  const who =
    by === null
      ? null
      : by.id === ownId
        ? bar.yourself
        : isKeyId(by.id)
          ? t.ofKey
          : (nameOf(by) ?? t.ofOtherUser);
  return (
    <Notice kind="warning">
      {who !== null && presence !== undefined && presence.updatedAt !== null
        ? bar.changedBy(who, formats.relative(presence.updatedAt))
        : t.changedMeanwhile}{' '}
      <Button size="small" onClick={editor.showConflict}>
        {t.compare}
      </Button>
    </Notice>
  );
}
