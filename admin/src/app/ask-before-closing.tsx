import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { AlertDialog } from '../ui/dialog.js';
import { appTexts } from './texts.js';

/** A dialog that is not closed before the user knows what is lost. */
export interface AskedClosing {
  /** Closes the dialog, or asks. */
  readonly close: () => void;
  /** The question, beside the dialog. */
  readonly question: ReactNode;
}

/** Asks before a dialog with unsaved changes closes. */
export function useAskBeforeClosing(hasChanges: () => boolean, onClose: () => void): AskedClosing {
  const t = useTexts(appTexts);
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => (hasChanges() ? setIsAsking(true) : onClose()),
    question: (
      <AlertDialog
        isOpen={isAsking}
        isDanger
        title={t.closeTitle}
        description={t.closeText}
        action={t.close}
        cancel={t.stay}
        onCancel={() => setIsAsking(false)}
        onConfirm={onClose}
      />
    ),
  };
}
