/** What the methods of authentication throw. */
import type { AnyCallCode, ErrorCode, SvcError } from '../errors.js';

/** What a method throws that takes data. */
type DataError<Code extends ErrorCode> = SvcError<AnyCallCode | 'PAYLOAD_TOO_LARGE' | Code>;

/** What `register` throws. `CONFLICT`: the email is taken, where addresses are not verified. `FORBIDDEN`: registration is disabled. */
export type AuthRegisterError = DataError<'CONFLICT'>;

/** What `login` throws. */
export type AuthLoginError = DataError<'INVALID_CREDENTIALS' | 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_LOCKED'>;

/** What `changePassword` throws. */
export type AuthChangePasswordError = DataError<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED'>;

/** What methods throw that ask for a mail. */
export type AuthMailError = DataError<never>;

/** What methods throw that take the token of a link. */
export type AuthTokenError = DataError<'INVALID_TOKEN'>;

/** What methods throw that read for whoever is logged in. */
export type AuthAccountError = SvcError<AnyCallCode>;

/** What methods throw that change something named by its id. */
export type AuthAccountChangeError = DataError<'NOT_FOUND' | 'CONFLICT'>;
