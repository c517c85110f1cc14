import type { AuthOptions } from '../../config/auth-options.js';

/** Pages that mails lead to; each may be replaced by one of a frontend (`auth.pages`). */
export type LinkPage = keyof typeof ownPages;

const ownPages = {
  verifyEmail: '/admin/verify-email',
  resetPassword: '/admin/reset-password',
  changeEmail: '/admin/change-email',
  magicLink: '/admin/magic-link',
  acceptInvite: '/admin/accept-invite',
  login: '/admin/login',
} as const;

/** What a link carries. */
export interface LinkParameters {
  readonly token?: string;
  /**
   * Frontends get it as `?redirectTo=`; the server's own pages find it with the token, where a client cannot
   * change it.
   */
  readonly redirectTo?: string | null;
}

/** The address of a mail's button: the page of the frontend, else the server's own. */
export function linkAddress(
  { baseUrl, pages }: AuthOptions,
  page: LinkPage,
  { token, redirectTo }: LinkParameters = {},
): string {
  const frontend = pages[page];
  const address = new URL(frontend ?? `${baseUrl}${ownPages[page]}`, `${baseUrl}/`);
  if (token !== undefined) address.searchParams.set('token', token);
  if (frontend !== undefined && typeof redirectTo === 'string')
    address.searchParams.set('redirectTo', redirectTo);
  return address.href;
}
