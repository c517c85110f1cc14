import type { MailOptions } from '../config/mail-options.js';
import type { Driver } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import { createIdSource } from '../util/ids.js';
import { createComposer } from './compose-mail.js';
import { createDelivery } from './deliver-mail.js';
import { describeFailure, withoutSecrets } from './delivery-failure.js';
import type { MailLog } from './mail-log.js';
import type { MailQueue } from './mail-queue.js';
import { createMailWorker } from './mail-worker.js';
import { createOutbox } from './outbox/outbox.js';
import { createPayloadCipher } from './outbox/payload-cipher.js';
import { assertMail, packMail, secretsOf } from './queued-mail.js';
import { createTransport } from './transports/create-transport.js';
import { createWakeUp } from './wake-up.js';

export interface MailQueueOptions {
  /** The content database, with the table of the outbox. */
  readonly driver: Driver;
  readonly options: MailOptions;
  readonly secret: string;
  readonly previousSecrets?: readonly string[];
  /** Public address of the API without a slash at the end. */
  readonly baseUrl: string;
  /** As `accountLocked` says it. Default 15. */
  readonly lockMinutes?: number;
  readonly clock: Clock;
  readonly log: MailLog;
  /** Where mails are written while no SMTP server is set. */
  readonly outboxFolder: string;
  /** Milliseconds that one attempt may take. Default 60 000; must be less than the lease of 2 minutes. */
  readonly attemptTimeout?: number;
  /** Milliseconds that {@link MailQueue.stop} waits for mails that are being sent. Default 5 000. */
  readonly stopTimeout?: number;
}

/** Milliseconds: an administrator waits for it. */
const sendNowTimeout = 15_000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const day = 24 * 60 * 60_000;
/** Kind, time and outcome of a mail are kept as long as the audit log is by default. */
const keptFor = 30 * day;
const purgeEvery = 60 * 60_000;

/**
 * Makes the queue of mails. Nothing is sent before `start` or `flush`.
 *
 * @throws TypeError when `options.transport` is an object without `sendMail`.
 */
export function createMailQueue(given: MailQueueOptions): MailQueue {
  const { driver, options, baseUrl, clock, log, outboxFolder } = given;
  const outbox = createOutbox(driver);
  const cipher = createPayloadCipher(given);
  const nextId = createIdSource(clock);
  const transport = createTransport(options.transport, { folder: outboxFolder, log });
  const compose = createComposer({ options, baseUrl, log, lockMinutes: given.lockMinutes ?? 15 });
  const attemptTimeout = given.attemptTimeout ?? 60_000;
  const deliver = createDelivery({ outbox, cipher, compose, transport, clock, log, attemptTimeout });
  const worker = createMailWorker({ outbox, deliver, clock });
  const wakeUp = createWakeUp(() => void work());

  let purgedAt = Number.NEGATIVE_INFINITY;

  async function flush(): Promise<void> {
    await worker.drain();
    await purge();
  }

  async function purge(): Promise<void> {
    if (clock() - purgedAt < purgeEvery) return;
    await outbox.purge(clock() - keptFor);
    purgedAt = clock();
  }

  /** Run by the timers: it is not awaited, so it must not throw. */
  async function work(): Promise<void> {
    try {
      await flush();
    } catch (error) {
      log.error(
        { reason: withoutSecrets(String(error), []) },
        'The outbox of mails cannot be read or written',
      );
    }
  }

  return {
    async enqueue(connection, mail) {
      assertMail(mail);
      const row = { id: nextId(), kind: mail.kind, createdAt: clock() };
      await outbox.insert(connection, { ...row, payload: cipher.seal(row, packMail(mail)) });
      wakeUp.soon();
    },
    async sendNow(mail) {
      assertMail(mail);
      const { isReal } = transport;
      try {
        const message = await compose(mail, { id: nextId(), createdAt: clock() });
        await transport.send(message, AbortSignal.timeout(sendNowTimeout));
        return { failure: null, isReal };
      } catch (error) {
        const hidden = secretsOf(mail);
        log.warn(describeFailure(error, hidden), `The mail ${mail.kind} could not be sent`);
        return { failure: withoutSecrets(messageOf(error), hidden), isReal };
      }
    },
    flush,
    waiting: () => outbox.waiting(),
    start() {
      if (!transport.isReal && baseUrl.startsWith('https:')) {
        log.warn(
          { folder: outboxFolder },
          'No SMTP server is set: mails are written to files. See SVC_SMTP_URL',
        );
      }
      wakeUp.start();
    },
    async stop() {
      wakeUp.stop();
      await worker.stop(given.stopTimeout ?? 5_000);
    },
  };
}
