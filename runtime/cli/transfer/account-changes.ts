import { createAuditLog } from '../../auth/audit/create-audit-log.js';
import { createLinkTokens } from '../../auth/links/create-link-tokens.js';
import { endSessions } from '../../auth/sessions/end-sessions.js';
import { openSessionStore } from '../../auth/sessions/open-session-store.js';
import type { SessionStore } from '../../auth/sessions/session-store.js';
import type { AuthConfig } from '../../config/auth-config.js';
import { resolveSessions } from '../../config/auth-options.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { ReadLine } from '../../documents/transfer/read-line.js';
import { type AccountChange, replacesPassword } from '../../documents/transfer/write-line.js';
import type { Connection, Driver } from '../../storage/driver.js';
import { systemClock } from '../../util/clock.js';
import { ProjectError } from '../project.js';
import { oneLine } from '../text/one-line.js';

/**
 * The side effects of a change of a user's account by an import: an event in the audit log, and the end of
 * sessions if the password is replaced. A new role or password makes links for a reset invalid; a new
 * password also those for a change of the address. No mail is sent, since an import may move all users.
 */
export interface AccountChanges {
  /**
   * Runs before lines are written, so that an unavailable session store refuses them while the old passwords
   * are valid.
   */
  endSessionsOf(lines: readonly ReadLine[]): Promise<void>;
  /** Runs within the transaction of the change. */
  note(connection: Connection, userId: string, change: AccountChange): Promise<void>;
  /** Runs after it: sessions may have been started with the old passwords meanwhile. */
  endLateSessions(userIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const origin = { ip: null, userAgent: null, requestId: null };
const reason = 'the password was replaced by an import';

/** For a config with `auth`. The session store is opened when the first password is replaced. */
export function createAccountChanges(
  driver: Driver,
  config: ServiceConfig & { readonly auth: AuthConfig },
): AccountChanges {
  // The secret is only needed to hash emails, and no event of an import has an email.
  const audit = createAuditLog({ driver, secret: '', retentionDays: 0, counters: null });
  const links = createLinkTokens({ clock: systemClock });
  let store: Promise<SessionStore> | null = null;

  async function open(): Promise<SessionStore> {
    const sessions = resolveSessions(config);
    return openSessionStore({ sessions, clock: systemClock, onChange: () => {} });
  }

  async function end(userIds: readonly string[], consequence: string): Promise<void> {
    try {
      for (const userId of userIds) {
        store ??= open();
        await endSessions({ sessions: await store, audit, driver }, { userId, reason, origin });
      }
    } catch (error) {
      throw new ProjectError(
        `the file replaces passwords, and the existing sessions cannot be ended: ${oneLine(error)} ${consequence}`,
        { cause: error },
      );
    }
  }

  return {
    async endSessionsOf(lines) {
      const users: string[] = [];
      for (const line of lines) if (await replacesPassword(driver, line)) users.push(line.id);
      await end(users, 'This batch was not written.');
    },

    async note(connection, userId, { password, role }) {
      const event = { outcome: 'success', userId, origin } as const;
      if (role !== null) {
        const change = `${role.before} to ${role.after}, by an import`;
        await audit.record(connection, { ...event, type: 'role.changed', reason: change });
      }
      if (role !== null || password) await links.voidAll(connection, userId, 'reset-password');
      if (!password) return;
      await links.voidAll(connection, userId, 'change-email');
      await audit.record(connection, { ...event, type: 'password.changed', reason });
    },

    endLateSessions: (userIds) =>
      end(userIds, `The passwords of this batch are replaced: end the sessions of ${userIds.join(', ')}.`),

    async close() {
      await (await store?.catch(() => null))?.close();
    },
  };
}
