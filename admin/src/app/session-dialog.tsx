import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../api/api-context.js';
import { useAuthMeta } from '../api/meta-context.js';
import { useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Input } from '../ui/inputs.js';
import { OuterLink } from '../ui/link.js';
import { addressOf, serverPages } from './paths.js';
import { useReturningSession } from './returning-session.js';
import { appTexts } from './texts.js';

/**
 * Shown when the session has ended: the same user signs in again in a dialog over the unchanged screen, and
 * the waiting calls are resumed. Another user is refused, since the input on the screen is not theirs.
 */
export function SessionDialog(): ReactNode {
  const { session } = useApi();
  const isClosed = useSyncExternalStore(session.subscribe, session.isClosed);
  const user = useAuthMeta()?.user;
  if (!isClosed || user === undefined) return null;
  return <SignInAgain email={user.email} userId={user.id} />;
}

function SignInAgain({ email, userId }: { readonly email: string; readonly userId: string }): ReactNode {
  const t = useTexts(appTexts);
  const api = useApi();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const isOther = useReturningSession(userId);
  useEffect(() => {
    if (isOther) setError(t.otherUser);
  }, [isOther, t]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      await api.signInAgain(email, password);
    } catch (cause) {
      setError(errorText(cause));
      setIsBusy(false);
    }
  };
  return (
    // Only a login closes it: without a session nothing behind it works.
    <Dialog isOpen title={t.sessionOver} description={t.sessionOverText} onClose={() => undefined} isFixed>
      <form className="session-form" onSubmit={submit}>
        <Field label={t.email}>
          {(control) => <Input {...control} type="email" autoComplete="username" value={email} readOnly />}
        </Field>
        <Field label={t.password} error={error}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              autoFocus
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="session-actions">
          <OuterLink href={serverPages.login(addressOf(''))} isNewTab>
            {t.otherWayToSignIn}
          </OuterLink>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t.signIn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
