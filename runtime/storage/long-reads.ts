import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import { addressKey } from '../util/address-key.js';
import type { ClientSignal, HeldSlot, LongRead, LongReadState, Turn } from './driver.js';
import { ReadTime } from './read-time.js';

/**
 * Limits of large responses, which are built in one go. They share one thread: running more of them would
 * make none faster and would only use more memory.
 */
const largeAnswers = { places: 2, ofAddress: 1 };

/** How many of them may wait, in total and for one address: each holds its rows and a snapshot meanwhile. */
const maxWaitingAnswers = { maxWaiting: 64, maxWaitingOfAddress: 16 };

/** The queue of large responses of a database. */
export function createAnswerTurns(deadline: number): LongReads {
  return new LongReads({ ...largeAnswers, ...maxWaitingAnswers, deadline });
}

export interface LongReadLimits {
  /** How many run at once. */
  readonly places: number;
  /** How many of one address run at once. Default 2. */
  readonly ofAddress?: number;
  /** How many may wait in total. Default 1,000. */
  readonly maxWaiting?: number;
  /** How many of one address may wait. Default 100: a whole office may share an address. */
  readonly maxWaitingOfAddress?: number;
  /**
   * Time limit of what runs for one operation ({@link LongRead.time}), and of each wait for a slot, in
   * milliseconds.
   */
  readonly deadline: number;
}

/** Milliseconds until a read whose client has disconnected is ended. Most reads end sooner by themselves. */
const lastWait = 250;

/**
 * Seconds after which an ended read is worth a retry. The SDK does not retry when the wait is more than a
 * minute.
 */
const uselessBefore = 300;

type Address = string | null;

/**
 * Queues long reads, so that they leave capacity for other work, and the reads of one address leave capacity
 * for those of others. Addresses are grouped as for rate limits. Calls in process have no address and are
 * bound only by the total limit.
 */
export class LongReads {
  readonly #limits: LongReadLimits;
  readonly #running: Map<Address, number> = new Map();
  /** Waiting reads by address, in order of arrival. The address that was served last is at the end. */
  readonly #waiting: Map<Address, Set<() => void>> = new Map();
  #waitingCount = 0;
  #places: number;
  #finished = 0;
  #late = 0;
  #refused = 0;

  constructor(limits: LongReadLimits) {
    this.#limits = limits;
    this.#places = limits.places;
  }

  get state(): LongReadState {
    return {
      running: this.#limits.places - this.#places,
      waiting: this.#waitingCount,
      finished: this.#finished,
      late: this.#late,
      refused: this.#refused,
    };
  }

  /**
   * Runs a read when it gets a slot.
   *
   * @throws ServiceError UNAVAILABLE past the deadline, when too many reads wait, or when the client has
   * disconnected. If the read was ended, the error it threw is the cause.
   */
  async run<T>(read: LongRead, work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = await this.take(read);
    let result: T;
    try {
      result = await work(turn);
    } catch (error) {
      throw turn.fail(error);
    }
    turn.finish();
    return result;
  }

  /**
   * Waits for a slot. The slot is held until {@link HeldSlot.finish} or {@link HeldSlot.fail}.
   *
   * @throws ServiceError UNAVAILABLE when too many reads wait, when it waited too long, or when the client
   * has disconnected.
   */
  async take(read: LongRead): Promise<HeldSlot> {
    const { clientSignal } = read;
    const address = clientSignal?.remoteAddress === undefined ? null : addressKey(clientSignal.remoteAddress);
    await this.#enter(read, address);
    const { time = new ReadTime() } = read;
    const timeLeft = Math.max(0, this.#limits.deadline - time.used);
    const { begin, state, stop } = openTurn({ clientSignal, timeLeft, time });
    const leave = (): void => {
      stop();
      this.#leave(address);
    };
    return {
      timeLeft,
      begin(end) {
        read.began?.();
        begin(end);
      },
      finish: () => {
        this.#finished += 1;
        leave();
      },
      fail: (error) => {
        leave();
        if (clientSignal?.gone) return isGone();
        if (!state.isLate) return error;
        this.#late += 1;
        return this.#tookTooLong(read, error);
      },
    };
  }

  async #enter(read: LongRead, address: Address): Promise<void> {
    if (read.clientSignal?.gone) throw isGone();
    if (this.#places > 0 && this.#hasRoom(address)) {
      this.#begin(address);
      return;
    }
    const ofAddress = this.#waiting.get(address)?.size ?? 0;
    const { maxWaiting = 1_000, maxWaitingOfAddress = 100 } = this.#limits;
    if (this.#waitingCount >= maxWaiting || (address !== null && ofAddress >= maxWaitingOfAddress)) {
      throw this.#tooMany(read);
    }
    await this.#wait(read, address);
  }

  #wait(read: LongRead, address: Address): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        stay?.();
        this.#forget(address, begin);
      };
      const give = (error: ServiceError): void => {
        settle();
        reject(error);
      };
      const begin = (): void => {
        settle();
        resolve();
      };
      const timer = setTimeout(() => give(this.#tooMany(read)), this.#limits.deadline);
      const stay = read.clientSignal?.onGone(() => give(isGone()));
      const others = this.#waiting.get(address);
      if (others === undefined) this.#waiting.set(address, new Set([begin]));
      else others.add(begin);
      this.#waitingCount += 1;
    });
  }

  #forget(address: Address, begin: () => void): void {
    const ofAddress = this.#waiting.get(address);
    if (!ofAddress?.delete(begin)) return;
    this.#waitingCount -= 1;
    if (ofAddress.size === 0) this.#waiting.delete(address);
  }

  #hasRoom(address: Address): boolean {
    return address === null || this.#countOf(address) < (this.#limits.ofAddress ?? 2);
  }

  #begin(address: Address): void {
    this.#places -= 1;
    if (address !== null) this.#running.set(address, this.#countOf(address) + 1);
  }

  /**
   * Gives the slot to an address with the fewest running reads; among those, to the one that has waited
   * longest since it was served.
   */
  #leave(address: Address): void {
    this.#places += 1;
    if (address !== null) {
      const left = this.#countOf(address) - 1;
      if (left > 0) this.#running.set(address, left);
      else this.#running.delete(address);
    }
    let next: Address | undefined;
    for (const one of this.#waiting.keys()) {
      if (!this.#hasRoom(one)) continue;
      if (next === undefined || this.#countOf(one) < this.#countOf(next)) next = one;
    }
    if (next !== undefined) this.#serve(next);
  }

  #serve(address: Address): void {
    const ofAddress = this.#waiting.get(address);
    const [begin] = ofAddress ?? [];
    if (ofAddress === undefined || begin === undefined) return;
    this.#waiting.delete(address);
    this.#waiting.set(address, ofAddress);
    this.#begin(address);
    begin();
  }

  #countOf(address: Address): number {
    return this.#running.get(address) ?? 0;
  }

  #tooMany({ costliest }: LongRead): ServiceError {
    this.#refused += 1;
    return new ServiceError('UNAVAILABLE', reason('read.tooManyLong', { part: costliest }), {
      retryAfter: this.#retryAfter,
    });
  }

  #tookTooLong({ costliest }: LongRead, cause: unknown): ServiceError {
    const seconds = this.#limits.deadline / 1000;
    return new ServiceError('UNAVAILABLE', reason('read.tookTooLong', { seconds, part: costliest }), {
      retryAfter: uselessBefore,
      cause,
    });
  }

  /** By then all reads that run now have ended. */
  get #retryAfter(): number {
    return Math.ceil(this.#limits.deadline / 1000);
  }
}

interface TimedTurn {
  readonly clientSignal: ClientSignal | undefined;
  /** Milliseconds. */
  readonly timeLeft: number;
  readonly time: ReadTime;
}

interface OpenTurn extends Pick<Turn, 'begin'> {
  readonly state: { isLate: boolean };
  readonly stop: () => void;
}

function openTurn({ clientSignal, timeLeft, time }: TimedTurn): OpenTurn {
  const state = { isLate: false };
  let timer: NodeJS.Timeout | undefined;
  let leaving: NodeJS.Timeout | undefined;
  let stay: (() => void) | undefined;
  return {
    state,
    begin(end) {
      time.begin();
      timer = setTimeout(() => {
        state.isLate = true;
        end();
      }, timeLeft);
      stay = clientSignal?.onGone(() => {
        leaving = setTimeout(end, lastWait);
      });
    },
    stop() {
      stay?.();
      if (timer !== undefined) time.end();
      clearTimeout(timer);
      clearTimeout(leaving);
    },
  };
}

/** The error for a client that has disconnected: it is not sent, and need not be logged. */
export function isGone(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('request.clientGone'), { retryAfter: 1 });
}
