import type { Driver } from '../../driver.js';
import type { ReadReplica, ReadReplicas, ReplicaState } from '../../read-replicas.js';
import type { LogState } from '../server-checks.js';
import { ReplicaSource, type ReplicaSourceOptions } from './replica-source.js';
import { faultOfReplica, readServerState } from './server-state.js';
import { WritePositions } from './write-positions.js';

export interface ReplicaAddress extends Omit<ReplicaSourceOptions, 'lost'> {
  /** Its name in the log. */
  readonly place: string;
  /** Its name in metrics. */
  readonly address: string;
}

export interface ReplicaSetOptions {
  /**
   * A driver of the primary database with a connection reserved for this, so that it is available while all
   * others are in use.
   */
  readonly primary: Driver;
  readonly addresses: readonly ReplicaAddress[];
  /** Max milliseconds that a replica may be behind. */
  readonly maxLag: number;
  readonly note: (level: 'info' | 'warn', message: string) => void;
}

/** Milliseconds between two checks of the servers' positions. */
const interval = 500;
/** Milliseconds without a read after which the checks stop: hosted databases go to sleep when idle. */
const idleAfter = 60_000;

/**
 * Opens connections to replicas and monitors them. A replica that does not respond, is promoted, follows
 * another server or is too far behind is not used until it has recovered. Its state is read from the server
 * itself, so no configuration has to be trusted.
 */
export function createReplicaSet(options: ReplicaSetOptions): ReadReplicas {
  return new ReplicaSet(options);
}

class ReplicaSet implements ReadReplicas {
  readonly all: readonly Replica[];
  readonly #primary: Driver;
  readonly #positions: WritePositions = new WritePositions();
  readonly #looks: Set<Promise<void>> = new Set();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #readAt = 0;
  #turn = 0;
  #closed = false;

  constructor({ primary, addresses, maxLag, note }: ReplicaSetOptions) {
    this.#primary = primary;
    this.all = addresses.map((address) => new Replica(address, maxLag, note));
    this.#wake();
  }

  pick(reader: string | null): ReadReplica | null {
    this.#wake();
    const now = performance.now();
    const usable = this.all.filter((replica) => replica.isUsableAt(now));
    if (usable.length === 0) return null;
    this.#turn += 1;
    const at = reader === null ? this.#turn : numberOf(reader);
    return usable[at % usable.length] ?? null;
  }

  /** Resumes the checks: without them all replicas would look lost. */
  states(): readonly ReplicaState[] {
    this.#wake();
    const now = performance.now();
    return this.all.map((replica) => replica.stateAt(now));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#sleep();
    await Promise.all(this.#looks);
    await Promise.all([this.#primary.close(), ...this.all.map((replica) => replica.source.close())]);
  }

  #wake(): void {
    this.#readAt = performance.now();
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setInterval(() => this.#tick(), interval).unref();
    this.#tick();
  }

  #sleep(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    if (performance.now() - this.#readAt > idleAfter) this.#sleep();
    else if (!this.#isLooking) this.#keep(this.#look());
  }

  #keep(look: Promise<void>): void {
    this.#looks.add(look);
    void look.finally(() => this.#looks.delete(look));
  }

  /** Checks all replicas. A silent replica must not delay the checks of the others. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const at = performance.now();
    const primary = await readServerState(this.#primary).catch(() => null);
    this.#isLooking = false;
    // Without the primary the lag of a replica is unknown: soon none is used.
    if (primary === null || primary.isStandby) return;
    this.#positions.note(at, primary.position);
    for (const replica of this.all) {
      if (!replica.isLooking) this.#keep(replica.look(primary, this.#positions));
    }
  }
}

class Replica implements ReadReplica {
  readonly place: string;
  readonly source: ReplicaSource;
  readonly #address: string;
  readonly #maxLag: number;
  readonly #note: ReplicaSetOptions['note'];
  /** Why it is not used, apart from its lag. */
  #fault: string | null = 'has not been looked at';
  /** The replica has everything that was committed before this time. */
  #currentAt: number | null = null;
  #isLooking = false;
  /** The state that was logged last. */
  #said: boolean | null = null;
  #answered = 0;
  #passedOver = 0;

  constructor(
    { place, address, ...options }: ReplicaAddress,
    maxLag: number,
    note: ReplicaSetOptions['note'],
  ) {
    this.place = place;
    this.#address = address;
    this.#maxLag = maxLag;
    this.#note = note;
    this.source = new ReplicaSource({ ...options, lost: () => this.#lost() });
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  isUsableAt(now: number): boolean {
    return this.#fault === null && this.#currentAt !== null && now - this.#currentAt <= this.#maxLag;
  }

  answered(): void {
    this.#answered += 1;
  }

  passedOver(): void {
    this.#passedOver += 1;
  }

  stateAt(now: number): ReplicaState {
    return {
      address: this.#address,
      isUsed: this.isUsableAt(now),
      lag: this.#currentAt === null ? null : now - this.#currentAt,
      answered: this.#answered,
      passedOver: this.#passedOver,
      pool: this.source.pool,
    };
  }

  async look(primary: LogState, positions: WritePositions): Promise<void> {
    this.#isLooking = true;
    try {
      const own = await this.source.state();
      this.#fault = faultOfReplica(own, primary);
      this.#currentAt = this.#fault === null ? positions.currentAt(own.position) : null;
    } catch {
      this.#lost();
    }
    this.#isLooking = false;
    this.#say(performance.now());
  }

  /** Marks the replica as lost; the next check finds out whether it is back. */
  #lost(): void {
    this.#fault = 'does not answer';
  }

  /** Logs once when it is left out and once when it is back, not at every read. */
  #say(now: number): void {
    const isUsable = this.isUsableAt(now);
    if (isUsable === this.#said) return;
    this.#said = isUsable;
    const why = this.#fault ?? `is more than ${this.#maxLag} ms behind`;
    if (isUsable) this.#note('info', `replica: ${this.place} is read from`);
    else this.#note('warn', `replica: ${this.place} is not read from: it ${why}`);
  }
}

/** Spreads readers evenly; the same reader gets the same number in every process. */
function numberOf(reader: string): number {
  let number = 0;
  for (let at = 0; at < reader.length; at += 1) number = (Math.imul(number, 31) + reader.charCodeAt(at)) | 0;
  return number >>> 0;
}
