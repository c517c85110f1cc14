import type { Routes } from '../api.js';
import { listAuditLog } from './audit-log.js';
import { authConfig } from './auth-config.js';
import { changeOwnPassword } from './change-password.js';
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
    '/api/auth/login': { POST: login },
    '/api/auth/logout': { POST: logout },
    '/api/auth/refresh': { POST: refresh },
    '/api/auth/me': { GET: me },
    '/api/auth/change-password': { POST: changeOwnPassword },
    '/api/auth/sessions': { GET: listSessions, DELETE: revokeOtherSessions },
    '/api/auth/sessions/:id': { DELETE: revokeSession },
    '/api/auth/audit-log': { GET: listAuditLog },
    '/api/auth/config': { GET: authConfig },
    '/api/users/locks': { GET: listUserLocks },
    '/api/users/:id/sessions': { GET: listUserSessions, DELETE: revokeUserSessions },
    '/api/users/:id/unlock': { POST: unlockUser },
  };
}
