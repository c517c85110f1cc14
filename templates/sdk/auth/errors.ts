/** What the methods of authentication throw. */
import type { AnyCallCode, ErrorCode, SvcError } from '../errors.js';

/** What a method throws that sends data. */
type DataError<Code extends ErrorCode> = SvcError<AnyCallCode | 'PAYLOAD_TOO_LARGE' | Code>;

/**
 * What `register` throws. `CONFLICT`: the email is already in use, where addresses are not verified.
 * `FORBIDDEN`: registration is disabled.
 */
export type AuthRegisterError = DataError<'CONFLICT'>;

/** What `login` throws. */
export type AuthLoginError = DataError<'INVALID_CREDENTIALS' | 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_LOCKED'>;

/** What `changePassword` throws. */
export type AuthChangePasswordError = DataError<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED'>;

/** What `emailChange.request` throws. */
export type AuthEmailChangeError = DataError<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED'>;

/** What `emailChange.confirm` throws. `CONFLICT`: another account has got the address since. */
export type AuthEmailConfirmError = DataError<'INVALID_TOKEN' | 'CONFLICT'>;

/** What methods throw that request a mail. */
export type AuthMailError = DataError<never>;

/** What methods throw that send the token of a link. */
export type AuthTokenError = DataError<'INVALID_TOKEN'>;

/** What methods throw that read data of the logged-in user. */
export type AuthAccountError = SvcError<AnyCallCode>;

/** What methods throw that change an object by its id. */
export type AuthAccountChangeError = DataError<'NOT_FOUND' | 'CONFLICT'>;
