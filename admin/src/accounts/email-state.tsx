import type { ReactNode } from 'react';
import { useApi } from '../api/api-context.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { useAction } from './use-action.js';
import type { User } from './user.js';
import './accounts.css';

interface EmailStateProps {
  readonly user: Pick<User, 'email' | 'emailVerified'>;
  /** Texts for the state: the badge, and a note next to it. */
  readonly texts: { readonly badge: string; readonly note: string | null };
  readonly resend: string;
  /** Message after a new mail has been sent. */
  readonly resent: string;
}

/** Shows whether the email of a user is verified, and offers a new mail if it is not. */
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
