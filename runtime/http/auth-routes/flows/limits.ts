import type { ApiRequest, Service } from '../../api.js';
import { authOf } from '../../authorize.js';

/** Requests in process have no address; they share one counter. */
const inProcess = 'in-process';

/** Counts a call that may send mail. @throws ServiceError RATE_LIMITED */
export async function limitMail(request: ApiRequest, service: Service): Promise<void> {
  await authOf(service).limiter.consume('mail', request.origin.ip ?? inProcess);
}

/** Counts a try of a token or code. @throws ServiceError RATE_LIMITED */
export async function limitTokens(request: ApiRequest, service: Service): Promise<void> {
  await authOf(service).limiter.consume('tokens', request.origin.ip ?? inProcess);
}
