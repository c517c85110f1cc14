import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { uiTexts } from '../../ui/texts.js';
import { CreateUserForm } from './create-user-form.js';
import { usersTexts } from './texts.js';

interface CreateUserDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates an account that works at once, including the fields that the config adds to users. */
export function CreateUserDialog({ isOpen, onClose }: CreateUserDialogProps): ReactNode {
  const t = useTexts(usersTexts);
  const ui = useTexts(uiTexts);
  const formId = useId();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.createTitle}
      description={t.createText}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSaving}>
            {t.create}
          </Button>
        </>
      }
    >
      <CreateUserForm id={formId} onSaving={setIsSaving} />
    </Dialog>
  );
}
