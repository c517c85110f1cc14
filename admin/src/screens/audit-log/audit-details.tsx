import type { ReactNode } from 'react';
import { deviceName } from '../../accounts/device-name.js';
import { accountTexts } from '../../accounts/texts.js';
import { paths } from '../../app/paths.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Link } from '../../ui/link.js';
import type { AuditEntry } from './audit-query.js';
import { documentLink } from './document-link.js';
import { subjectOf } from './event-subject.js';
import { Outcome } from './outcome.js';
import { auditLogTexts } from './texts.js';
import { useEventDetail } from './use-event-detail.js';
import type { NamedDocument } from './use-named-documents.js';

interface AuditDetailsProps {
  readonly entry: AuditEntry;
  /** What it is about. */
  readonly document: NamedDocument | undefined;
  readonly nameOf: (id: string | null) => string;
}

/** Describes an event in words. A disclosure holds the raw values of the log, for searches in other logs. */
export function AuditDetails({ entry, document, nameOf }: AuditDetailsProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const accounts = useTexts(accountTexts);
  const formats = useFormats();
  const detail = useEventDetail()(entry);
  const subject = subjectOf(entry);
  const link =
    subject === null || document === undefined || document.place === 'unknown'
      ? detail?.link
      : documentLink(subject, document, t);
  const { at, userId, actorId, ip, userAgent, reason, sessionId, requestId, emailHash, id } = entry;
  const device = userAgent === null ? null : deviceName(userAgent, accounts);
  return (
    <>
      <Rows
        rows={[
          [t.time, formats.fullDateTime(at)],
          [t.outcome, <Outcome key="outcome" entry={entry} />],
          [t.document, document?.name ?? null],
          [
            t.reason,
            detail && (
              <>
                {detail.text} {link && <Link to={link.to}>{link.label}</Link>}
              </>
            ),
          ],
          [t.user, userId && <Who id={userId} name={nameOf(userId)} />],
          [t.actor, actorId && <Who id={actorId} name={nameOf(actorId)} />],
          [t.address, ip],
          [t.device, device],
        ]}
      />
      <details className="audit-technical">
        <summary>{t.technical}</summary>
        <Rows
          rows={[
            [t.rawReason, reason],
            [t.userAgent, userAgent],
            [t.userId, userId],
            [t.actorId, actorId],
            [t.session, sessionId],
            [t.request, requestId],
            [t.emailHash, emailHash, t.emailHashText],
            [t.id, id],
          ]}
        />
      </details>
    </>
  );
}

const keyPrefix = 'key:';

function Who({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const to = id.startsWith(keyPrefix) ? paths.apiKey(id.slice(keyPrefix.length)) : paths.user(id);
  return <Link to={to}>{name}</Link>;
}

type Row = readonly [label: string, value: ReactNode, note?: string];

/** Rows without a value are left out. */
function Rows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  return (
    <dl className="details">
      {rows
        .filter(([, value]) => value !== null)
        .map(([label, value, note]) => (
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
