import { type ReactNode, useState } from 'react';
import { deviceName } from '../../accounts/device-name.js';
import { accountTexts } from '../../accounts/texts.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog } from '../../ui/dialog.js';
import { Table } from '../../ui/table.js';
import type { AuditEntry } from './audit-query.js';
import { eventName } from './event-names.js';
import { auditLogTexts } from './texts.js';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Another page is on its way. */
  readonly isStale: boolean;
}

export function AuditTable({ entries, isStale }: AuditTableProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const nameOf = useUserNames(entries.flatMap(({ userId, actorId }) => [userId, actorId]));
  return (
    <>
      <Table label={t.title} className={classNames('audit-table', isStale && 'is-stale')}>
        <thead>
          <tr>
            <th scope="col" className="wide-only">
              {t.time}
            </th>
            <th scope="col">{t.type}</th>
            <th scope="col">{t.outcome}</th>
            <th scope="col" className="wide-only">
              {t.user}
            </th>
            <th scope="col" className="audit-wide">
              {t.actor}
            </th>
            <th scope="col" className="audit-wide">
              {t.address}
            </th>
            <th scope="col" className="audit-wide">
              {t.reason}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t.show}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} nameOf={nameOf} onShow={() => setShown(entry)} />
          ))}
        </tbody>
      </Table>
      <Dialog
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? eventName(shown.type, t) : ''}
        isWide
      >
        {shown && <AuditDetails entry={shown} nameOf={nameOf} />}
      </Dialog>
    </>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly nameOf: (id: string | null) => string;
  readonly onShow: () => void;
}

function AuditRow({ entry, nameOf, onShow }: AuditRowProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const formats = useFormats();
  const { at, type, userId, actorId, ip, reason } = entry;
  return (
    <tr>
      <td className="wide-only">
        <DateTime value={at} />
      </td>
      <th scope="row">
        <span className="user-cell">
          <span>{eventName(type, t)}</span>
          <span className="user-email narrow-only">
            <DateTime value={at} />
          </span>
          {userId !== null && <span className="user-email narrow-only">{nameOf(userId)}</span>}
        </span>
      </th>
      <td>
        <Outcome entry={entry} />
      </td>
      <td className="wide-only" title={userId ?? undefined}>
        {nameOf(userId)}
      </td>
      <td className="audit-wide" title={actorId ?? undefined}>
        {nameOf(actorId)}
      </td>
      <td className="audit-wide">{ip ?? '–'}</td>
      <td className="audit-wide" title={reason ?? undefined}>
        {reason ?? '–'}
      </td>
      <td className="cell-tight">
        <IconButton
          icon="eye"
          size="small"
          label={t.showNamed(eventName(type, t), formats.fullDateTime(at))}
          onClick={onShow}
        />
      </td>
    </tr>
  );
}

function Outcome({ entry: { outcome } }: { readonly entry: AuditEntry }): ReactNode {
  const t = useTexts(auditLogTexts);
  return outcome === 'success' ? (
    <Badge kind="success">{t.success}</Badge>
  ) : (
    <Badge kind="danger">{t.failure}</Badge>
  );
}

function AuditDetails({ entry, nameOf }: Omit<AuditRowProps, 'onShow'>): ReactNode {
  const t = useTexts(auditLogTexts);
  const accounts = useTexts(accountTexts);
  const formats = useFormats();
  const withId = (id: string | null): string => (id === null ? '–' : `${nameOf(id)} (${id})`);
  const rows: readonly (readonly [label: string, value: ReactNode, note?: string])[] = [
    [t.time, formats.fullDateTime(entry.at)],
    [t.outcome, <Outcome key="outcome" entry={entry} />],
    [t.user, withId(entry.userId)],
    [t.actor, withId(entry.actorId)],
    [t.reason, entry.reason ?? '–'],
    [t.address, entry.ip ?? '–'],
    [t.device, entry.userAgent === null ? '–' : deviceName(entry.userAgent, accounts), entry.userAgent ?? ''],
    [t.session, entry.sessionId ?? '–'],
    [t.request, entry.requestId ?? '–'],
    ...(entry.emailHash === null ? [] : [[t.emailHash, entry.emailHash, t.emailHashText] as const]),
    [t.id, entry.id],
  ];
  return (
    <dl className="details">
      {rows.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <p className="field-description">{note}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
