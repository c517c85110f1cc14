import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminResetLink } from '../../../../runtime/codegen/admin-replies.js';
import { segment } from '../../../../templates/sdk/methods.js';
import type { User } from '../../accounts/user.js';
import { useApi } from '../../api/api-context.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { useCopy } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { useNotifier } from '../../ui/toast.js';
import { resetLinkTexts } from './reset-link-texts.js';

/** A link by which the user sets a new password: mailed to them, or shown once. */
export function ResetLink({ user }: { readonly user: User }): ReactNode {
  const t = useTexts(resetLinkTexts);
  const api = useApi();
  const errorText = useErrorText();
  const formats = useFormats();
  const { notify } = useNotifier();
  const copy = useCopy();
  const [shown, setShown] = useState<{ readonly link: string; readonly expiresAt: string } | null>(null);
  const making = useMutation({
    mutationFn: (mail: boolean) =>
      api.call<AdminResetLink>('POST', `admin/users/${segment(user.id)}/reset-link`, { mail }),
    onSuccess: ({ link, expiresAt }) => {
      if (link === null) notify({ kind: 'success', text: t.mailed(user.email) });
      else setShown({ link, expiresAt });
    },
    onError: (error) => notify({ kind: 'error', text: errorText(error) }),
  });
  return (
    <div className="panel-row">
      <p>{t.note}</p>
      <span className="notice-actions">
        <Button icon="mail" isBusy={making.isPending && making.variables} onClick={() => making.mutate(true)}>
          {t.mail}
        </Button>
        <Button
          icon="link"
          isBusy={making.isPending && !making.variables}
          onClick={() => making.mutate(false)}
        >
          {t.show}
        </Button>
      </span>
      <Dialog isOpen={shown !== null} onClose={() => setShown(null)} title={t.title}>
        {shown !== null && (
          <>
            <p>{t.once(formats.dateTime(shown.expiresAt))}</p>
            <Field label={t.link}>{(control) => <Input {...control} readOnly value={shown.link} />}</Field>
            <Button icon="copy" onClick={() => void copy(shown.link)}>
              {t.copy}
            </Button>
          </>
        )}
      </Dialog>
    </div>
  );
}
