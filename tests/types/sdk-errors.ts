/** The errors of each method are a union that is discriminated by `code`. */
import {
  createClient,
  type ErrorDetail,
  isSvcError,
  SvcError,
} from '../../fixtures/access/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const { safe } = createClient({ baseUrl: 'http://localhost' });
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

const { error } = await safe.secrets.update(id, { name: 'x' }, { ifMatch: 3 });
switch (error?.code) {
  case 'CONFLICT':
    is<number>()(error.status);
    is<number | undefined>()(error.currentRevision);
    // Only a revision conflict has `currentRevision`; a conflict with details is a different type.
    if (error.currentRevision !== undefined) is<undefined>()(error.details);
    if (error.details) is<undefined>()(error.currentRevision);
    if (error.currentRevision) is<number>()(error.currentRevision);
    break;
  case 'BAD_USER_INPUT':
  case 'FORBIDDEN':
    is<readonly ErrorDetail[] | undefined>()(error.details);
    is<undefined>()(error.retryAfter);
    break;
  case 'RATE_LIMITED':
  case 'UNAVAILABLE':
    is<number | undefined>()(error.retryAfter);
    is<undefined>()(error.details);
    break;
  case 'UNAUTHENTICATED':
  case 'NOT_FOUND':
    is<number>()(error.status);
    is<undefined>()(error.retryAfter);
    break;
  case 'NETWORK':
  case 'TIMEOUT':
  case 'ABORTED':
    is<undefined>()(error.status);
    is<undefined>()(error.requestId);
    break;
  case 'INTERNAL_ERROR':
    is<string | undefined>()(error.requestId);
    break;
  case 'BAD_ANSWER':
    is<number>()(error.status);
    break;
  case 'PAYLOAD_TOO_LARGE':
  case undefined:
    break;
  default:
    // The union has no other members.
    is<never>()(error);
}

const found = await safe.secrets.findById(id);
// @ts-expect-error: a read has no CONFLICT
if (found.error?.code === 'CONFLICT') console.log('no');
const listed = await safe.secrets.find();
// @ts-expect-error: a list has no NOT_FOUND
if (listed.error?.code === 'NOT_FOUND') console.log('no');
// @ts-expect-error: no such code
if (listed.error?.code === 'TEAPOT') console.log('no');

const login = await safe.auth.login({ email: 'ada@example.org', password: 'x' });
if (login.error?.code === 'ACCOUNT_LOCKED') is<number | undefined>()(login.error.retryAfter);
if (login.error?.code === 'INVALID_CREDENTIALS') is<undefined>()(login.error.retryAfter);
if (login.error?.code === 'EMAIL_NOT_VERIFIED') is<number>()(login.error.status);
// @ts-expect-error: a login has no INVALID_TOKEN
if (login.error?.code === 'INVALID_TOKEN') console.log('no');
const reset = await safe.auth.resetPassword({ token: 'x', password: 'y' });
if (reset.error?.code === 'INVALID_TOKEN') is<number>()(reset.error.status);
// @ts-expect-error: a reset has no ACCOUNT_LOCKED
if (reset.error?.code === 'ACCOUNT_LOCKED') console.log('no');

try {
  throw new SvcError('CONFLICT', 'x', { status: 409, currentRevision: 3 });
} catch (caught) {
  // @ts-expect-error: any value may be thrown
  caught.code;
  if (isSvcError(caught) && caught.code === 'TIMEOUT') is<undefined>()(caught.status);
  if (caught instanceof SvcError && caught.code === 'NETWORK') is<undefined>()(caught.details);
}
// @ts-expect-error: no such code
new SvcError('TEAPOT', 'x');
