import type { Clock } from '../util/clock.js';
import type { ComposeMail } from './compose-mail.js';
import { describeFailure, isPermanent } from './delivery-failure.js';
import type { MailLog } from './mail-log.js';
import type { ClaimedMail, DueMail, Outbox } from './outbox/outbox.js';
import type { PayloadCipher } from './outbox/payload-cipher.js';
import { nextAttempt } from './outbox/retry-schedule.js';
import { secretsOf, unpackMail } from './queued-mail.js';
import type { MailTransport } from './transports/mail-transport.js';

export interface WorkerParts {
  readonly outbox: Outbox;
  readonly cipher: PayloadCipher;
  readonly compose: ComposeMail;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly log: MailLog;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeout: number;
}

/** Sends the mails of the outbox. */
export interface MailWorker {
  /** Sends everything that is due, until nothing is or the worker is told to end. */
  drain(stop: WorkerStop): Promise<void>;
}

/** The two steps of stopping. */
export interface WorkerStop {
  /** Begin nothing new. */
  readonly ending: AbortSignal;
  /** Break off what has begun. */
  readonly broken: AbortSignal;
}

/** So long a mail belongs to the worker that claimed it; one that was killed gives it back by this. */
const lease = 120_000;
const sentAtOnce = 4;
const claimsPerLook = 100;

export function createMailWorker(parts: WorkerParts): MailWorker {
  const { outbox, clock, log } = parts;
  /** Sent, but the database could not be told yet. */
  const unrecorded = new Set<string>();

  async function drain(stop: WorkerStop): Promise<void> {
    for (;;) {
      const due = [...(await outbox.due(clock(), claimsPerLook))];
      if (due.length === 0 || stop.ending.aborted) return;
      const lanes = await Promise.allSettled(Array.from({ length: sentAtOnce }, () => lane(due, stop)));
      const broken = lanes.find((each) => each.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
    }
  }

  async function lane(due: DueMail[], stop: WorkerStop): Promise<void> {
    for (let next = due.shift(); next !== undefined && !stop.ending.aborted; next = due.shift()) {
      const claimed = await outbox.claim(next, clock() + lease);
      if (claimed !== null) await deliver(claimed, stop.broken);
    }
  }

  async function deliver(claimed: ClaimedMail, broken: AbortSignal): Promise<void> {
    const { id } = claimed;
    if (!unrecorded.has(id)) {
      const failure = await attempt(claimed, broken);
      if (failure !== null) return handBack(claimed, failure, broken);
      unrecorded.add(id);
    }
    await outbox.settle(claimed, 'sent', clock());
    unrecorded.delete(id);
  }

  /** Answers what went wrong, null if nothing did. */
  async function attempt(claimed: ClaimedMail, broken: AbortSignal): Promise<Failure | null> {
    const text = parts.cipher.open(claimed, claimed.payload);
    if (text === null) return { error: new Error(unreadable), hidden: [] };
    const mail = unpackMail(claimed.kind, text);
    try {
      const message = await parts.compose(mail, claimed);
      await parts.transport.send(
        message,
        AbortSignal.any([broken, AbortSignal.timeout(parts.attemptTimeout)]),
      );
      return null;
    } catch (error) {
      return { error, hidden: secretsOf(mail) };
    }
  }

  async function handBack(
    claimed: ClaimedMail,
    { error, hidden }: Failure,
    broken: AbortSignal,
  ): Promise<void> {
    const { id: mail, kind, attempts } = claimed;
    // The server is stopping: the next one may send it at once.
    if (broken.aborted) return outbox.postpone(claimed, clock());
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

  return { drain };
}

interface Failure {
  readonly error: unknown;
  /** What the log must not show. */
  readonly hidden: readonly string[];
}

const unreadable =
  'No secret opens it. Was SVC_SECRET changed? Put the former one into SVC_PREVIOUS_SECRETS within 24 hours of the mail.';
