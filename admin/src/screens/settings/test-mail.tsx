import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { AdminTestMail } from '../../../../runtime/codegen/admin-replies.js';
import { useApi } from '../../api/api-context.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import { settingsTexts } from './texts.js';

/** Sends a mail to the administrator, and shows what the mail server said. */
export function TestMail(): ReactNode {
  const t = useTexts(settingsTexts);
  const api = useApi();
  const errorText = useErrorText();
  const titleId = useId();
  const sending = useMutation({ mutationFn: () => api.call<AdminTestMail>('POST', 'admin/test-mail') });
  const { data, error } = sending;
  return (
    <section className="panel" aria-labelledby={titleId}>
      <div className="panel-body">
        <h2 className="settings-heading" id={titleId}>
          {t.mail}
        </h2>
        <p className="field-description">{t.mailText}</p>
        <p>
          <Button icon="mail" isBusy={sending.isPending} onClick={() => sending.mutate()}>
            {t.sendTestMail}
          </Button>
        </p>
        <div aria-live="polite">
          {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
          {data?.isSent === true && <Notice kind="success">{t.testMailSent(data.to)}</Notice>}
          {data?.isReal === false && <Notice kind="warning">{t.noMailServer}</Notice>}
          {data?.isReal === true && data.failure !== null && (
            <Notice kind="danger">{t.testMailFailed(data.failure)}</Notice>
          )}
        </div>
      </div>
    </section>
  );
}
