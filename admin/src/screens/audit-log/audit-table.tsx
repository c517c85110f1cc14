import { type ReactNode, useState } from 'react';
import { useUserNames } from '../../accounts/use-user-names.js';
import { paths } from '../../app/paths.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog } from '../../ui/dialog.js';
import { Link } from '../../ui/link.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { AuditDetails } from './audit-details.js';
import type { AuditEntry } from './audit-query.js';
import { subjectOf } from './event-subject.js';
import { Outcome } from './outcome.js';
import { auditLogTexts } from './texts.js';
import { useEventDetail } from './use-event-detail.js';
import { useEventName } from './use-event-name.js';
import { type NamedDocument, useNamedDocuments } from './use-named-documents.js';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** All are about one document. */
  readonly isOfOne: boolean;
  /** Another page is loading. */
  readonly isStale: boolean;
}

export function AuditTable({ entries, isOfOne, isStale }: AuditTableProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const eventName = useEventName();
  const named = useNamedDocuments(entries.flatMap((entry) => subjectOf(entry) ?? []));
  const documentOf = (entry: AuditEntry): NamedDocument | undefined => {
    const subject = subjectOf(entry);
    return subject === null ? undefined : named(subject);
  };
  const nameOf = useUserNames(entries.flatMap(({ userId, actorId }) => [userId, actorId]));
  return (
    <>
      <Table label={t.title} className={classNames('audit-table', isStale && 'is-stale')}>
        <TableHead
          columns={[
            { label: t.time, className: 'wide-only' },
            { label: t.type },
            { label: t.outcome },
            { label: t.user, className: 'wide-only' },
            { label: t.actor, className: 'audit-wide' },
            { label: t.address, className: 'audit-wide' },
            { label: t.show, isSilent: true },
          ]}
        />
        <tbody>
          {entries.map((entry) => (
            <AuditRow
              key={entry.id}
              entry={entry}
              document={documentOf(entry)}
              isOfOne={isOfOne}
              nameOf={nameOf}
              onShow={() => setShown(entry)}
            />
          ))}
        </tbody>
      </Table>
      <Dialog
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? eventName(shown) : ''}
        isWide
      >
        {shown && <AuditDetails entry={shown} document={documentOf(shown)} nameOf={nameOf} />}
      </Dialog>
    </>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** What it is about. */
  readonly document: NamedDocument | undefined;
  readonly isOfOne: boolean;
  readonly nameOf: (id: string | null) => string;
  readonly onShow: () => void;
}

function AuditRow({ entry, document, isOfOne, nameOf, onShow }: AuditRowProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const formats = useFormats();
  const { at, userId, actorId, ip } = entry;
  const subject = subjectOf(entry);
  const name = useEventName()(entry);
  const detail = useEventDetail()(entry);
  return (
    <tr>
      <td className="wide-only">
        <DateTime value={at} style="seconds" />
      </td>
      <th scope="row">
        <span className="user-cell">
          <span>{name}</span>
          {document !== undefined &&
            subject !== null &&
            (isOfOne ? (
              <span className="audit-document">{document.name}</span>
            ) : (
              <Link
                to={paths.auditLogOf(subject.slug, subject.id)}
                className="link audit-document"
                title={t.allOfDocument}
              >
                {document.name}
              </Link>
            ))}
          {detail && (
            <span className="user-email" title={detail.text}>
              {detail.text}
            </span>
          )}
          <span className="user-email narrow-only">
            <DateTime value={at} style="seconds" />
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
      <td className="cell-tight">
        <IconButton
          icon="eye"
          size="small"
          label={t.showNamed(name, formats.fullDateTime(at))}
          onClick={onShow}
        />
      </td>
    </tr>
  );
}
