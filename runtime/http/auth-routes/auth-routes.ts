import {
  accountControlRoutes,
  auditRoutes,
  loginRoutes,
  sessionRoutes,
} from '../../codegen/routes/service-routes.js';
import type { Routes } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { listAuditLog } from './audit-log.js';
import { listSessions } from './list-sessions.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { me } from './me.js';
import { refresh } from './refresh.js';
import { revokeOtherSessions } from './revoke-other-sessions.js';
import { revokeSession } from './revoke-session.js';
import { unlockUser } from './unlock-user.js';
import { listUserLocks } from './user-locks.js';
import { listUserSessions, revokeUserSessions } from './user-sessions.js';

/**
 * Logging in and out, sessions, and the audit log: docs/spec/auth.md#endpoints,
 * docs/spec/auth.md#further-endpoints and docs/spec/auth.md#users.
 */
export function authRoutes(): Routes {
  return {
    ...withHandlers(loginRoutes, { login, logout, refreshSession: refresh, getMe: me }),
    ...withHandlers(sessionRoutes, { listSessions, revokeOtherSessions, revokeSession }),
    ...withHandlers(auditRoutes, { listAuditLog }),
    ...withHandlers(accountControlRoutes, {
      listUserSessions,
      revokeUserSessions,
      listUserLocks,
      unlockUser,
    }),
  };
}
