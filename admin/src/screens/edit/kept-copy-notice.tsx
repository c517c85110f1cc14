import type { ReactNode } from 'react';
import type { FormStore } from '../../documents/form-store.js';
import type { KeptCopy } from '../../documents/kept-copy.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import { editTexts } from './texts.js';
import { useKeptCopy } from './use-kept-copy.js';

interface KeptCopyNoticeProps {
  readonly store: FormStore;
  /** What the copy is kept under. */
  readonly name: string;
  /** Of the document that is edited; 0 where there is none yet. */
  readonly revision: number;
  /** Puts the copy into the form. */
  readonly onRestore: (found: KeptCopy) => void;
}

/** Keeps what is typed here, and offers what was typed before and never saved. */
export function KeptCopyNotice({ store, name, revision, onRestore }: KeptCopyNoticeProps): ReactNode {
  const t = useTexts(editTexts);
  const formats = useFormats();
  const { found, dismiss } = useKeptCopy(store, name, revision);
  if (found === null) return null;
  const restore = (): void => {
    onRestore(found);
    dismiss();
  };
  return (
    <Notice kind="warning">
      <p>{t.keptCopy(formats.relative(found.keptAt))}</p>
      <p className="notice-actions">
        <Button size="small" variant="primary" onClick={restore}>
          {t.keptRestore}
        </Button>
        <Button size="small" onClick={dismiss}>
          {t.keptDrop}
        </Button>
      </p>
    </Notice>
  );
}
