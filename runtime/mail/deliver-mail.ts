import type { Clock } from '../util/clock.js';
import type { ComposeMail } from './compose-mail.js';
import { describeFailure, isPermanent } from './delivery-failure.js';
import type { MailLog } from './mail-log.js';
import type { ClaimedMail, Outbox } from './outbox/outbox.js';
import type { PayloadCipher } from './outbox/payload-cipher.js';
import { nextAttempt } from './outbox/retry-schedule.js';
import { secretsOf, unpackMail } from './queued-mail.js';
import type { MailTransport } from './transports/mail-transport.js';

export interface DeliveryParts {
  readonly outbox: Outbox;
  readonly cipher: PayloadCipher;
  readonly compose: ComposeMail;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly log: MailLog;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeout: number;
}

/** Makes one attempt at a claimed mail and records its outcome. `broken` ends the attempt. */
export type DeliverMail = (claimed: ClaimedMail, broken: AbortSignal) => Promise<void>;

export function createDelivery(parts: DeliveryParts): DeliverMail {
  const { outbox, clock, log } = parts;
  /** Sent, but the database could not be told yet. */
  const unrecorded = new Set<string>();

  /** Returns the failure; null on success. */
  async function attempt(claimed: ClaimedMail, broken: AbortSignal): Promise<Failure | null> {
    const text = parts.cipher.open(claimed, claimed.payload);
    if (text === null) return { error: new Error(unreadable), hidden: [] };
    const mail = unpackMail(claimed.kind, text);
    try {
      const message = await parts.compose(mail, claimed);
      const signal = AbortSignal.any([broken, AbortSignal.timeout(parts.attemptTimeout)]);
      await parts.transport.send(message, signal);
      return null;
    } catch (error) {
      return { error, hidden: secretsOf(mail) };
    }
  }

  async function handBack(claimed: ClaimedMail, { error, hidden }: Failure): Promise<void> {
    const { id: mail, kind, attempts } = claimed;
    const fields = { mail, kind, attempts, ...describeFailure(error, hidden) };
    const next = isPermanent(error) ? null : nextAttempt(claimed, clock());
    if (next === null) {
      await outbox.settle(claimed, 'failed', clock());
      log.error(fields, `The mail ${kind} could not be sent and is given up`);
    } else {
      await outbox.postpone(claimed, next);
      log.warn({ ...fields, next: new Date(next).toISOString() }, `The mail ${kind} could not be sent yet`);
    }
  }

  return async function deliverMail(claimed, broken) {
    const { id } = claimed;
    if (!unrecorded.has(id)) {
      const failure = await attempt(claimed, broken);
      // The server is stopping: the next one may send it at once.
      if (failure !== null && broken.aborted) return outbox.postpone(claimed, clock());
      if (failure !== null) return handBack(claimed, failure);
      unrecorded.add(id);
    }
    await outbox.settle(claimed, 'sent', clock());
    unrecorded.delete(id);
  };
}

interface Failure {
  readonly error: unknown;
  /** Texts that the log must not show. */
  readonly hidden: readonly string[];
}

const unreadable =
  'No secret decrypts it. Was SVC_SECRET changed? Put the former one into SVC_PREVIOUS_SECRETS within 24 hours of the mail.';
