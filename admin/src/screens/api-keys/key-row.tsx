import type { ReactNode } from 'react';
import { paths } from '../../app/paths.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Badge, type BadgeKind } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { Link } from '../../ui/link.js';
import { KeyActions } from './key-actions.js';
import { type KeyState, keyState } from './key-expiry.js';
import type { ApiKey } from './keys-query.js';
import { apiKeysTexts } from './texts.js';

interface KeyRowProps {
  readonly apiKey: ApiKey;
  /** The user who created the key. */
  readonly maker: string;
}

export function KeyRow({ apiKey, maker }: KeyRowProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const { id, name, prefix, lastUsedAt, expiresAt } = apiKey;
  return (
    <tr>
      <th scope="row" title={name}>
        <span className="user-cell">
          <Link to={paths.apiKey(id)}>{name}</Link>
          <code className="key-prefix">{prefix}…</code>
        </span>
      </th>
      <td>
        <KeyStateBadge apiKey={apiKey} />
      </td>
      <td className="wide-only" title={apiKey.scopes?.join(', ')}>
        <KeyRights apiKey={apiKey} />
      </td>
      <td className="wide-only">
        {lastUsedAt === null ? t.neverUsed : <DateTime value={lastUsedAt} style="relative" />}
      </td>
      <td className="wide-only">
        <DateTime value={expiresAt} isNeverIfNull />
      </td>
      <td className="wide-only">{maker}</td>
      <td className="cell-tight">
        <KeyActions apiKey={apiKey} />
      </td>
    </tr>
  );
}

const kinds: Readonly<Record<KeyState, BadgeKind>> = {
  ...{ active: 'success', expiring: 'warning', expired: 'neutral', disabled: 'neutral' },
};

export function KeyStateBadge({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const state = keyState(apiKey, Date.now());
  return <Badge kind={kinds[state]}>{t[state]}</Badge>;
}

function KeyRights({ apiKey: { role, scopes } }: { readonly apiKey: ApiKey }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const roleLabel = useRoleLabel();
  if (role !== null) return t.roleOf(roleLabel(role));
  const [only, ...others] = scopes ?? [];
  return only !== undefined && others.length === 0 ? <code>{only}</code> : t.scopeCount(scopes?.length ?? 0);
}
