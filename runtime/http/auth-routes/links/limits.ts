import type { ApiRequest, Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';

/** Counts a call that may send mail. @throws ServiceError RATE_LIMITED */
export async function limitMail(request: ApiRequest, service: Service): Promise<void> {
  await authOf(service).limiter.consume('mail', request.origin.countedAs);
}

/** Counts an attempt with a token or code. @throws ServiceError RATE_LIMITED */
export async function limitTokens(request: ApiRequest, service: Service): Promise<void> {
  await authOf(service).limiter.consume('tokens', request.origin.countedAs);
}
