import { type ReactNode, useState } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { useAction } from '../../accounts/use-action.js';
import { useApi } from '../../api/api-context.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Badge, type BadgeKind } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { AlertDialog } from '../../ui/dialog.js';
import { type Invite, invitesKey } from './invites-query.js';
import { invitesTexts } from './texts.js';

interface InviteRowProps {
  readonly invite: Invite;
  /** The user who sent the invitation. */
  readonly inviter: string;
}

const kinds: Readonly<Record<Invite['status'], BadgeKind>> = {
  pending: 'info',
  accepted: 'success',
  expired: 'warning',
};

export function InviteRow({ invite, inviter }: InviteRowProps): ReactNode {
  const t = useTexts(invitesTexts);
  const roleLabel = useRoleLabel();
  const { email, role, status, expiresAt } = invite;
  return (
    <tr>
      <th scope="row" title={email}>
        <span className="user-cell">
          <span>{email}</span>
          <span className="user-email narrow-only">{roleLabel(role)}</span>
        </span>
      </th>
      <td className="wide-only">{roleLabel(role)}</td>
      <td>
        <Badge kind={kinds[status]}>{t[status]}</Badge>
      </td>
      <td className="wide-only">
        {status === 'accepted' ? '–' : <DateTime value={expiresAt} style="relative" />}
      </td>
      <td className="wide-only">{inviter}</td>
      <td className="cell-tight">{status !== 'accepted' && <InviteActions invite={invite} />}</td>
    </tr>
  );
}

function InviteActions({ invite: { id, email } }: { readonly invite: Invite }): ReactNode {
  const t = useTexts(invitesTexts);
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const resend = useAction({
    call: () => api.call('POST', `auth/invites/${segment(id)}/resend`),
    done: t.resent(email),
    forget: [invitesKey],
  });
  const revoke = useAction({
    call: () => api.call('DELETE', `auth/invites/${segment(id)}`),
    done: t.revoked(email),
    forget: [invitesKey],
    onDone: () => setIsAsking(false),
  });
  return (
    <div className="row-actions">
      <IconButton
        icon="refresh"
        size="small"
        label={t.resendNamed(email)}
        isBusy={resend.isBusy}
        onClick={() => resend.run()}
      />
      <IconButton icon="trash" size="small" label={t.revokeNamed(email)} onClick={() => setIsAsking(true)} />
      <AlertDialog
        isOpen={isAsking}
        title={t.revokeTitle(email)}
        description={t.revokeText}
        action={t.revoke}
        isDanger
        isBusy={revoke.isBusy}
        onConfirm={() => revoke.run()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
