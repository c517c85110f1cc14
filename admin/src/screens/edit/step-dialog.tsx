import type { ReactNode } from 'react';
import type { DocumentSource } from '../../documents/document-source.js';
import { useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { editTexts } from './texts.js';
import type { EditorHandle } from './use-editor.js';

/** State transitions that remove something and therefore need a confirmation. */
export type StepName = 'unpublish' | 'discard' | 'revert';

interface StepDialogProps {
  readonly step: StepName;
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly onClose: () => void;
}

export function StepDialog({ step, source, editor, onClose }: StepDialogProps): ReactNode {
  const t = useTexts(editTexts);
  const { store } = editor;
  const texts = {
    unpublish: { title: t.unpublishTitle, text: t.unpublishText, action: t.unpublish },
    discard: { title: t.discardTitle, text: t.discardText, action: t.discard },
    revert: { title: t.revertTitle, text: t.revertText, action: t.revert },
  }[step];
  const confirm = async (): Promise<void> => {
    if (step === 'unpublish') {
      await editor.act(step, (ifMatch) => source.unpublish({ ifMatch }), t.unpublished);
    } else {
      store.reset(store.state().base);
      if (step === 'discard')
        await editor.act(step, (ifMatch) => source.discardDraft({ ifMatch }), t.discarded);
    }
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      isDanger={step !== 'unpublish'}
      title={texts.title}
      description={texts.text}
      action={texts.action}
      isBusy={editor.running === step}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
