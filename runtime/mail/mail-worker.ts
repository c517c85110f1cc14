import type { Clock } from '../util/clock.js';
import type { DeliverMail } from './deliver-mail.js';
import type { ClaimedMail, Outbox } from './outbox/outbox.js';

export interface WorkerParts {
  readonly outbox: Outbox;
  readonly deliver: DeliverMail;
  readonly clock: Clock;
}

/** Empties the outbox. */
export interface MailWorker {
  /** Resolves when no mail is due any more. Any number of calls share the same few lanes. */
  drain(): Promise<void>;
  /** Begins no other mail, and breaks off those that are not sent within `timeout` milliseconds. */
  stop(timeout: number): Promise<void>;
}

/** How long a mail belongs to the worker that claimed it; after a crash the mail becomes free again. */
const lease = 120_000;
/**
 * One lane keeps the order of mails. While it is busy others open, so that a backlog goes quickly and a mail
 * that hangs holds up one lane only.
 */
const lanesAtOnce = 4;
const nextLaneAfter = 500;

export function createMailWorker({ outbox, deliver, clock }: WorkerParts): MailWorker {
  const lanes = new Set<Promise<void>>();
  /** Mails that a lane is about to claim: another one need not try. */
  const inHand = new Set<string>();
  let calls = 0;
  let failure: { readonly error: unknown } | null = null;
  let stopping = createStop();

  async function lane({ ending, broken }: Stop): Promise<void> {
    while (!ending.signal.aborted) {
      const seen = calls;
      const next = await claimNext();
      if (next !== null) await deliver(next, broken.signal);
      // Mails that were queued during the look-up must not be missed.
      else if (seen === calls) return;
    }
  }

  /** Null when nothing is due. */
  async function claimNext(): Promise<ClaimedMail | null> {
    for (;;) {
      const due = await outbox.due(clock(), 2 * lanesAtOnce);
      const mail = due.find(({ id }) => !inHand.has(id));
      if (mail === undefined) return null;
      inHand.add(mail.id);
      try {
        const claimed = await outbox.claim(mail, clock() + lease);
        // Null: another process was faster.
        if (claimed !== null) return claimed;
      } finally {
        inHand.delete(mail.id);
      }
    }
  }

  function open(): void {
    if (lanes.size >= lanesAtOnce) return;
    const opened = lane(stopping)
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => lanes.delete(opened));
    lanes.add(opened);
  }

  return {
    async drain() {
      calls += 1;
      if (lanes.size === 0) {
        failure = null;
        open();
      }
      const more = setInterval(open, nextLaneAfter);
      while (lanes.size > 0) await Promise.all(lanes);
      clearInterval(more);
      if (failure !== null) throw failure.error;
    },
    async stop(timeout) {
      const { ending, broken } = stopping;
      ending.abort();
      const timer = setTimeout(() => broken.abort(), timeout);
      while (lanes.size > 0) await Promise.all(lanes);
      clearTimeout(timer);
      stopping = createStop();
    },
  };
}

interface Stop {
  readonly ending: AbortController;
  readonly broken: AbortController;
}

function createStop(): Stop {
  return { ending: new AbortController(), broken: new AbortController() };
}
