import type { ReactNode } from 'react';
import { useApi } from '../api/api-context.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { useAction } from './use-action.js';
import type { User } from './user.js';
import './accounts.css';

interface EmailStateProps {
  readonly user: Pick<User, 'email' | 'emailVerified'>;
  /** Of its state: in a badge, and what there is to say of it beside. */
  readonly texts: { readonly badge: string; readonly note: string | null };
  readonly resend: string;
  /** Said when a new mail is on its way. */
  readonly resent: string;
}

/** Whether the email of a user is verified, and if not, a new mail. */
export function EmailState({ user, texts, resend, resent }: EmailStateProps): ReactNode {
  const api = useApi();
  const sending = useAction({
    call: () => api.call('POST', 'auth/verify-email/resend', { email: user.email }),
    done: resent,
    forget: [],
  });
  return (
    <div className="panel-row">
      <p>
        <Badge kind={user.emailVerified ? 'success' : 'warning'}>{texts.badge}</Badge> {texts.note}
      </p>
      {!user.emailVerified && (
        <Button icon="mail" isBusy={sending.isBusy} onClick={() => sending.run()}>
          {resend}
        </Button>
      )}
    </div>
  );
}
