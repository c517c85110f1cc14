/**
 * The one table of routes that do not belong to a document, by the ids of their operations. The server, its
 * checks and the OpenAPI document take paths, methods and guards from here; the compiler names the handlers
 * and descriptions that are missing.
 */
export const registrationRoutes = {
  register: { method: 'POST', path: '/api/auth/register', guard: 'form' },
  getAuthConfig: { method: 'GET', path: '/api/auth/config', guard: 'page' },
} as const;

export const loginRoutes = {
  login: { method: 'POST', path: '/api/auth/login', guard: 'form' },
  logout: { method: 'POST', path: '/api/auth/logout', guard: 'form' },
  refreshSession: { method: 'POST', path: '/api/auth/refresh', guard: 'refresh' },
  getMe: { method: 'GET', path: '/api/auth/me', guard: 'user' },
} as const;

export const passwordRoutes = {
  forgotPassword: { method: 'POST', path: '/api/auth/forgot-password', guard: 'form' },
  resetPassword: { method: 'POST', path: '/api/auth/reset-password', guard: 'form' },
  changePassword: { method: 'POST', path: '/api/auth/change-password', guard: 'session' },
} as const;

export const emailChangeRoutes = {
  getEmailChange: { method: 'GET', path: '/api/auth/email-change', guard: 'session' },
  requestEmailChange: { method: 'POST', path: '/api/auth/email-change', guard: 'session' },
  cancelEmailChange: { method: 'DELETE', path: '/api/auth/email-change', guard: 'session' },
  confirmEmailChange: { method: 'POST', path: '/api/auth/email-change/confirm', guard: 'form' },
} as const;

export const verificationRoutes = {
  openVerification: { method: 'GET', path: '/api/auth/verify-email', guard: 'link' },
  verifyEmail: { method: 'POST', path: '/api/auth/verify-email', guard: 'form' },
  resendVerification: { method: 'POST', path: '/api/auth/verify-email/resend', guard: 'form' },
} as const;

export const magicLinkRoutes = {
  requestMagicLink: { method: 'POST', path: '/api/auth/magic-link', guard: 'form' },
  openMagicLink: { method: 'GET', path: '/api/auth/magic-link/verify', guard: 'link' },
  verifyMagicLink: { method: 'POST', path: '/api/auth/magic-link/verify', guard: 'form' },
} as const;

export const sessionRoutes = {
  listSessions: { method: 'GET', path: '/api/auth/sessions', guard: 'session' },
  revokeOtherSessions: { method: 'DELETE', path: '/api/auth/sessions', guard: 'session' },
  revokeSession: { method: 'DELETE', path: '/api/auth/sessions/:id', guard: 'session' },
} as const;

export const inviteRoutes = {
  listInvites: { method: 'GET', path: '/api/auth/invites', guard: 'session' },
  createInvite: { method: 'POST', path: '/api/auth/invites', guard: 'session' },
  resendInvite: { method: 'POST', path: '/api/auth/invites/:id/resend', guard: 'session' },
  revokeInvite: { method: 'DELETE', path: '/api/auth/invites/:id', guard: 'session' },
  openInvite: { method: 'GET', path: '/api/auth/accept-invite', guard: 'link' },
  acceptInvite: { method: 'POST', path: '/api/auth/accept-invite', guard: 'form' },
} as const;

export const apiKeyRoutes = {
  listApiKeys: { method: 'GET', path: '/api/auth/api-keys', guard: 'session' },
  createApiKey: { method: 'POST', path: '/api/auth/api-keys', guard: 'session' },
  getApiKey: { method: 'GET', path: '/api/auth/api-keys/:id', guard: 'session' },
  updateApiKey: { method: 'PATCH', path: '/api/auth/api-keys/:id', guard: 'session' },
  revokeApiKey: { method: 'DELETE', path: '/api/auth/api-keys/:id', guard: 'session' },
  rotateApiKey: { method: 'POST', path: '/api/auth/api-keys/:id/rotate', guard: 'session' },
} as const;

export const auditRoutes = {
  listAuditLog: { method: 'GET', path: '/api/auth/audit-log', guard: 'session' },
} as const;

/** What administrators do with the accounts of others. */
export const accountControlRoutes = {
  listUserSessions: { method: 'GET', path: '/api/users/:id/sessions', guard: 'session' },
  revokeUserSessions: { method: 'DELETE', path: '/api/users/:id/sessions', guard: 'session' },
  listUserLocks: { method: 'GET', path: '/api/users/locks', guard: 'session' },
  unlockUser: { method: 'POST', path: '/api/users/:id/unlock', guard: 'session' },
} as const;

/** The settings that administrators change while the service runs. */
export const settingsRoutes = {
  getSystemSettings: { method: 'GET', path: '/api/globals/system', guard: 'user' },
  updateSystemSettings: { method: 'PATCH', path: '/api/globals/system', guard: 'session' },
} as const;

/** What the dashboard needs in addition to the routes of documents. */
export const adminRoutes = {
  getAdminMeta: { method: 'GET', path: '/api/admin/meta', guard: 'user' },
  getAdminOverview: { method: 'GET', path: '/api/admin/overview', guard: 'user' },
  getAdminDraftCounts: { method: 'GET', path: '/api/admin/draft-counts', guard: 'user' },
  getAdminScheduled: { method: 'GET', path: '/api/admin/scheduled', guard: 'user' },
  getAdminDocumentAccess: { method: 'GET', path: '/api/admin/access/:slug/:id', guard: 'user' },
  getAdminGlobalAccess: { method: 'GET', path: '/api/admin/access/globals/:slug', guard: 'user' },
  postAdminPresence: { method: 'POST', path: '/api/admin/presence/:slug/:id', guard: 'user' },
  postAdminGlobalPresence: { method: 'POST', path: '/api/admin/presence/globals/:slug', guard: 'user' },
  getAdminReferences: { method: 'GET', path: '/api/admin/references/:slug/:id', guard: 'user' },
  postAdminReferences: { method: 'POST', path: '/api/admin/references/:slug', guard: 'user' },
} as const;

/** What the dashboard needs of users and administrators; only with `auth`. */
export const adminAccountRoutes = {
  getAdminVersionNotes: { method: 'GET', path: '/api/admin/versions/:slug/:id', guard: 'user' },
  putAdminVersionLabel: {
    method: 'PUT',
    path: '/api/admin/versions/:slug/:id/:versionId/label',
    guard: 'user',
  },
  postAdminVersionComment: {
    method: 'POST',
    path: '/api/admin/versions/:slug/:id/:versionId/comments',
    guard: 'user',
  },
  deleteAdminVersionComment: {
    method: 'DELETE',
    path: '/api/admin/versions/:slug/:id/:versionId/comments/:commentId',
    guard: 'user',
  },
  getAdminRights: { method: 'GET', path: '/api/admin/rights', guard: 'session' },
  postAdminTestMail: { method: 'POST', path: '/api/admin/test-mail', guard: 'session' },
  postAdminResetLink: { method: 'POST', path: '/api/admin/users/:id/reset-link', guard: 'session' },
} as const;

/** Documents of several collections and globals; decided on for each of them. */
export const bulkRoutes = {
  bulk: { method: 'POST', path: '/api/svc/bulk', guard: 'documents' },
} as const;

/** Only where a collection has `search`; each is searched under its own rules. */
export const searchRoutes = {
  search: { method: 'GET', path: '/api/svc/search', guard: 'documents' },
} as const;

/** Saved views of lists. */
export const viewRoutes = {
  listViews: { method: 'GET', path: '/api/svc/views', guard: 'session' },
  createView: { method: 'POST', path: '/api/svc/views', guard: 'session' },
  updateView: { method: 'PATCH', path: '/api/svc/views/:id', guard: 'session' },
  deleteView: { method: 'DELETE', path: '/api/svc/views/:id', guard: 'session' },
} as const;

/** Only where a collection has `admin.preview`. */
export const previewRoutes = {
  postAdminPreview: { method: 'POST', path: '/api/admin/preview/:slug/:id', guard: 'user' },
} as const;

export const documentationRoutes = {
  getOpenapiDocument: { method: 'GET', path: '/api/openapi.json', guard: 'public' },
  getReference: { method: 'GET', path: '/api/docs', guard: 'public' },
  getReferenceStyle: { method: 'GET', path: '/api/docs/style.css', guard: 'public' },
} as const;

/** Only with `openapi.public` in the config. */
export const publicDocumentationRoutes = {
  getPublicOpenapiDocument: { method: 'GET', path: '/api/openapi.public.json', guard: 'public' },
} as const;

export const healthRoutes = {
  getLiveness: { method: 'GET', path: '/health/live', guard: 'none' },
  getReadiness: { method: 'GET', path: '/health/ready', guard: 'none' },
} as const;

/** Not part of the OpenAPI document. */
export const metricsRoutes = {
  getMetrics: { method: 'GET', path: '/metrics', guard: 'none' },
} as const;
