import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { nameOfUser, type User } from '../../accounts/user.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { pictureOf } from '../../files/picture-field.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { classNames } from '../../ui/class-names.js';
import { DateTime } from '../../ui/date-time.js';
import { Icon } from '../../ui/icon.js';
import { Link } from '../../ui/link.js';
import { Table } from '../../ui/table.js';
import { usersTexts } from './texts.js';

interface UserTableProps {
  readonly users: readonly User[];
  /** The field with the picture of each user; undefined where there is none. */
  readonly picture: AdminFieldMeta | undefined;
  /** End of the lock by user id; undefined while it is unknown. */
  readonly locks: ReadonlyMap<string, string> | undefined;
  readonly sort: string;
  /** Another page is loading. */
  readonly isStale: boolean;
  readonly onSort: (sort: string) => void;
}

export function UserTable({ users, picture, locks, sort, isStale, onSort }: UserTableProps): ReactNode {
  const t = useTexts(usersTexts);
  return (
    <Table label={t.title} className={classNames(isStale && 'is-stale')}>
      <thead>
        <tr>
          <SortableHead field="email" label={t.email} sort={sort} onSort={onSort} />
          <SortableHead field="role" label={t.role} sort={sort} onSort={onSort} className="wide-only" />
          <th scope="col">{t.state}</th>
          <SortableHead
            field="createdAt"
            label={t.created}
            sort={sort}
            onSort={onSort}
            className="wide-only"
          />
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} picture={picture} lockedUntil={locks?.get(user.id)} />
        ))}
      </tbody>
    </Table>
  );
}

interface SortableHeadProps {
  readonly field: string;
  readonly label: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly className?: string;
}

function SortableHead({ field, label, sort, onSort, className }: SortableHeadProps): ReactNode {
  const direction =
    sort === `${field}_asc` ? 'ascending' : sort === `${field}_desc` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button
        type="button"
        className="sort-button"
        onClick={() => onSort(`${field}_${direction === 'ascending' ? 'desc' : 'asc'}`)}
      >
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'arrowUp' : 'arrowDown'} />}
      </button>
    </th>
  );
}

interface UserRowProps {
  readonly user: User;
  readonly picture: AdminFieldMeta | undefined;
  readonly lockedUntil: string | undefined;
}

function UserRow({ user, picture, lockedUntil }: UserRowProps): ReactNode {
  const t = useTexts(usersTexts);
  const roleLabel = useRoleLabel();
  const formats = useFormats();
  const isSelf = useAuthMeta()?.user.id === user.id;
  const file = pictureOf(user, picture);
  return (
    <tr>
      <th scope="row" title={user.email}>
        <span className="user-line">
          <Avatar name={nameOfUser(user)} picture={file && <FileThumbnail document={file} pixels={32} />} />
          <span className="user-cell">
            <span>
              <Link to={paths.user(user.id)}>{nameOfUser(user)}</Link>{' '}
              {isSelf && <Badge kind="accent">{t.you}</Badge>}
            </span>
            {user.name && <span className="user-email">{user.email}</span>}
            <span className="user-email narrow-only">{roleLabel(user.role)}</span>
          </span>
        </span>
      </th>
      <td className="wide-only">{roleLabel(user.role)}</td>
      <td>
        {lockedUntil !== undefined ? (
          <span title={t.lockedUntil(formats.dateTime(lockedUntil))}>
            <Badge kind="danger">{t.locked}</Badge>
          </span>
        ) : user.emailVerified ? (
          <Badge kind="success">{t.active}</Badge>
        ) : (
          <Badge kind="warning">{t.notVerified}</Badge>
        )}
      </td>
      <td className="wide-only">
        <DateTime value={user.createdAt} style="relative" />
      </td>
    </tr>
  );
}
