import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showIssues } from '../../accounts/form-issues.js';
import { NewAccountFields, newAccountBody, newAccountFields } from '../../accounts/new-account-fields.js';
import { startingRole } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useErrorDetails, useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { uiTexts } from '../../ui/texts.js';
import { useNotifier } from '../../ui/toast.js';
import { invitesKey } from './invites-query.js';
import { invitesTexts } from './texts.js';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps): ReactNode {
  const t = useTexts(invitesTexts);
  const ui = useTexts(uiTexts);
  const formId = useId();
  const [isSending, setIsSending] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.inviteTitle}
      description={t.inviteText}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" icon="mail" isBusy={isSending}>
            {t.send}
          </Button>
        </>
      }
    >
      <InviteForm id={formId} onSending={setIsSending} onSent={onClose} />
    </Dialog>
  );
}

interface InviteFormProps {
  readonly id: string;
  readonly onSending: (isSending: boolean) => void;
  readonly onSent: () => void;
}

interface InviteValues {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

function InviteForm({ id, onSending, onSent }: InviteFormProps): ReactNode {
  const t = useTexts(invitesTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const { register, handleSubmit, setError, formState } = useForm<InviteValues>({
    defaultValues: { email: '', name: '', role: auth ? startingRole(auth) : '' },
  });
  const { errors } = formState;
  const send = handleSubmit(async (values) => {
    onSending(true);
    try {
      const data = newAccountBody(values);
      await api.call('POST', 'auth/invites', data);
      notify({ kind: 'success', text: t.sent(data.email) });
      await client.invalidateQueries({ queryKey: invitesKey });
      onSent();
    } catch (error) {
      if (!showIssues(detailsOf(error), newAccountFields, setError))
        setError('root', { message: errorText(error) });
    } finally {
      onSending(false);
    }
  });
  return (
    <form id={id} className="form" noValidate onSubmit={(event) => void send(event)}>
      <NewAccountFields register={register} errors={errors} />
    </form>
  );
}
