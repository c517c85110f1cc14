/** Sizes of an image that this process has taken: no other makes them meanwhile. */
import type { FileService } from '../file-service.js';
import { failTakenSizes, renewSizes, returnSizes, type TakenSizes } from '../records/taken-sizes.js';

/** How long sizes belong to the process that makes them; it renews the time. */
export const lease = 60_000;
const renewal = 20_000;

/** Sizes whose time is renewed until one of these is called. All of them leave what another process has. */
export interface SizeLease {
  /** After the sizes were made. */
  end(): Promise<void>;
  /** The queue makes those that are not made, from `dueAt` on. */
  giveBack(dueAt: number): Promise<void>;
  /** Those that are not made never will be. */
  giveUp(): Promise<void>;
}

export function holdSizes(
  { driver, clock }: Pick<FileService, 'driver' | 'clock'>,
  sizes: TakenSizes,
): SizeLease {
  let taken = sizes;
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    const until = clock() + lease;
    if (await driver.briefTransaction((connection) => renewSizes(connection, taken, until)))
      taken = { ...taken, until };
  }

  // The next one tries again.
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch(() => undefined);
  }, renewal).unref();

  /** The rows have the time that the last renewal wrote. */
  async function end(): Promise<void> {
    clearInterval(timer);
    await renewing;
  }

  return {
    end,
    async giveBack(dueAt) {
      await end();
      await driver.briefTransaction((connection) => returnSizes(connection, taken, dueAt));
    },
    async giveUp() {
      await end();
      await driver.briefTransaction((connection) => failTakenSizes(connection, taken));
    },
  };
}
