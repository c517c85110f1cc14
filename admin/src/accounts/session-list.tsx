import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Badge } from '../ui/badge.js';
import { DateTime } from '../ui/date-time.js';
import { Icon, type IconName } from '../ui/icon.js';
import { type Device, deviceOf } from './device.js';
import { deviceName } from './device-name.js';
import type { Session } from './sessions-query.js';
import { accountTexts } from './texts.js';
import './accounts.css';
import './sessions.css';

interface SessionListProps {
  readonly sessions: readonly Session[];
  /** Draws the action for one session. */
  readonly action?: (session: Session) => ReactNode;
}

/** A list of sessions: where and when they were used. */
export function SessionList({ sessions, action }: SessionListProps): ReactNode {
  const t = useTexts(accountTexts);
  return (
    <ul className="sessions" aria-label={t.sessionList}>
      {sessions.map((session) => (
        <li key={session.id} className="session">
          <SessionEntry session={session} />
          {action && <div className="session-action">{action(session)}</div>}
        </li>
      ))}
    </ul>
  );
}

const icons: Readonly<Record<Device['kind'], IconName>> = {
  ...{ computer: 'computer', phone: 'phone', tablet: 'phone', program: 'code', unknown: 'globe' },
};

function SessionEntry({ session }: { readonly session: Session }): ReactNode {
  const t = useTexts(accountTexts);
  const { ip, userAgent, lastSeenAt, createdAt, expiresAt, current } = session;
  return (
    <>
      <span className="session-icon">
        <Icon name={icons[deviceOf(userAgent).kind]} />
      </span>
      <div className="session-text">
        <p className="session-device" title={userAgent ?? undefined}>
          {deviceName(userAgent, t)} {current && <Badge kind="accent">{t.thisSession}</Badge>}
        </p>
        <dl className="facts">
          <div>
            <dt>{t.sessionAddress}</dt>
            <dd>{ip ?? t.unknownAddress}</dd>
          </div>
          <div>
            <dt>{t.lastSeen}</dt>
            <dd>
              <DateTime value={lastSeenAt} style="relative" />
            </dd>
          </div>
          <div>
            <dt>{t.signedIn}</dt>
            <dd>
              <DateTime value={createdAt} />
            </dd>
          </div>
          <div>
            <dt>{t.ends}</dt>
            <dd>
              <DateTime value={expiresAt} style="relative" />
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}
