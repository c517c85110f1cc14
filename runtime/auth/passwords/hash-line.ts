import { networkKey } from '../../util/address-key.js';
import type { CountedOrigin } from '../audit/audit-log.js';

/** The queue in which a request waits for a hash. The semaphore serves queues in turn. */
export interface HashLine {
  readonly name: string;
  /** Of a client that has presented proof: a device that has logged in before, a session, a mailed token. */
  readonly isKnown: boolean;
}

/** What the service and its commands hash for themselves. */
export const ownLine: HashLine = Object.freeze({ name: 'service', isKnown: true });

/**
 * Strangers wait with all others of their network: one of many addresses is easy to come by, another network
 * is not.
 */
export function lineOfStranger({ countedAs }: CountedOrigin): HashLine {
  return { name: countedAs === null ? 'in process' : networkKey(countedAs), isKnown: false };
}

/** @param who - what they have shown, such as `user:<id>`. */
export function lineOfKnown(who: string): HashLine {
  return { name: who, isKnown: true };
}
