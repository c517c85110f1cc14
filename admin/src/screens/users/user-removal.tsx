import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { segment } from '../../../../templates/sdk/methods.js';
import { useAction } from '../../accounts/use-action.js';
import { nameOfUser, type User, usersKey } from '../../accounts/user.js';
import { useApi } from '../../api/api-context.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { AlertDialog } from '../../ui/dialog.js';
import { usersTexts } from './texts.js';

interface UserPartProps {
  readonly user: User;
  /** Why the requester may not delete the user; null where they may. */
  readonly closed: string | null;
}

/** Deletes the user, after a confirmation that lists the effects. */
export function UserRemoval({ user, closed }: UserPartProps): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const name = nameOfUser(user);
  const remove = useAction({
    call: () => api.call('DELETE', `users/${segment(user.id)}`),
    done: t.removed(name),
    forget: [
      [...usersKey, 'list'],
      [...usersKey, 'super-admins'],
    ],
    onDone: () => {
      setIsAsking(false);
      navigate(paths.users);
    },
  });
  return (
    <section className="panel" aria-label={t.remove}>
      <div className="panel-body">
        <div className="panel-row">
          <p id="removal-text">{closed ?? t.removeText}</p>
          <Button
            variant="danger"
            icon="trash"
            aria-describedby="removal-text"
            disabled={closed ?? false}
            onClick={() => setIsAsking(true)}
          >
            {t.remove}
          </Button>
        </div>
      </div>
      <AlertDialog
        isOpen={isAsking}
        title={t.removeTitle(name)}
        description={`${t.removeText} ${t.removeQuestion}`}
        action={t.remove}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => remove.run()}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  );
}
