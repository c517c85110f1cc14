import type { ReactNode } from 'react';
import type { DocumentMeta } from '../../../documents/document-source.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import type { Replacement } from './use-replacement.js';

interface ReplaceActionsProps {
  readonly meta: DocumentMeta;
  readonly replacement: Replacement;
  /** Label where there are no drafts. */
  readonly label: string;
  readonly disabled?: boolean | string;
  readonly onReplace: (draft: boolean) => void;
}

/** Whether a user of a collection sees what is pending. */
export function canDraft({ drafts, readDrafts }: DocumentMeta): boolean {
  return drafts && readDrafts;
}

/** Buttons that replace a file: in the draft, or in what is published. */
export function ReplaceActions(props: ReplaceActionsProps): ReactNode {
  const { meta, replacement, label, disabled = false, onReplace } = props;
  const t = useTexts(fileTexts);
  const { sent, isDraft } = replacement;
  return (
    <>
      {canDraft(meta) && (
        <Button isBusy={sent !== null && isDraft} disabled={disabled} onClick={() => onReplace(true)}>
          {t.replaceDraft}
        </Button>
      )}
      <Button
        variant="primary"
        isBusy={sent !== null && !isDraft}
        disabled={disabled}
        onClick={() => onReplace(false)}
      >
        {meta.drafts ? t.replacePublish : label}
      </Button>
    </>
  );
}
