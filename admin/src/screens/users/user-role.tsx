import { type ReactNode, useState } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { useAction } from '../../accounts/use-action.js';
import { nameOfUser, type User, usersKey } from '../../accounts/user.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { metaKey } from '../../api/queries.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { AlertDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { usersTexts } from './texts.js';

interface UserPartProps {
  readonly user: User;
  /** Why the requester may not change this; null where they may. */
  readonly closed: string | null;
}

/**
 * The role of a user. Only super_admins change it (docs/spec/service.md#users-endpoint); others see it
 * disabled, with the reason.
 */
export function UserRole({ user, closed }: UserPartProps): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const roleLabel = useRoleLabel();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const role = chosen ?? user.role;
  const isSelf = auth?.user.id === user.id;
  const names = auth?.roles.map(({ name }) => name) ?? [];
  const change = useAction({
    call: () => api.call<User>('PATCH', `users/${segment(user.id)}`, { role }),
    done: t.roleChanged(roleLabel(role)),
    forget: [usersKey, ...(isSelf ? [metaKey] : [])],
    onDone: () => {
      setIsAsking(false);
      setChosen(null);
    },
  });
  return (
    <section className="panel" aria-label={t.role}>
      <div className="panel-body">
        <Field label={t.role} description={closed ?? t.roleText}>
          {(control) => (
            <div className="role-line">
              <Select
                {...control}
                value={role}
                disabled={closed !== null}
                onChange={(event) => setChosen(event.target.value)}
              >
                {[...new Set([...names, user.role])].map((name) => (
                  <option key={name} value={name}>
                    {roleLabel(name)}
                  </option>
                ))}
              </Select>
              <Button
                disabled={closed ?? (role === user.role && t.nothingToSave)}
                onClick={() => setIsAsking(true)}
              >
                {t.changeRole}
              </Button>
            </div>
          )}
        </Field>
      </div>
      <AlertDialog
        isOpen={isAsking}
        title={t.roleTitle(nameOfUser(user), roleLabel(role))}
        description={
          <>
            {t.roleQuestion(roleLabel(user.role), roleLabel(role))}{' '}
            {role === 'super_admin' && `${t.superQuestion} `}
            {isSelf && t.ownRoleQuestion}
          </>
        }
        action={t.changeRole}
        isDanger={role === 'super_admin' || isSelf}
        isBusy={change.isBusy}
        onConfirm={() => change.run()}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  );
}
