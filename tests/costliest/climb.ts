/** Searches for the request that takes the most CPU, by hill climbing with restarts. */
import type { Random } from '../fuzz/random.js';
import { changeRequest, drawRequest, type ListRequest } from './drawn-request.js';
import type { Cost, MeasuredServer } from './measured-server.js';

export interface Found {
  readonly request: ListRequest;
  readonly cost: Cost;
}

export interface Climbed {
  readonly requests: number;
  /** How many of them were refused because of a limit. */
  readonly refused: number;
  readonly restarts: number;
  /** The tops of the hills, the most expensive first. */
  readonly tops: readonly Found[];
}

export interface ClimbOptions {
  readonly random: Random;
  /** Milliseconds. */
  readonly duration: number;
  /** What is to be maximal. */
  readonly score: (cost: Cost) => number;
}

/** A hill is left after so many changes that were no improvement. */
const patience = 40;
/** A change counts as an improvement from this factor on; less is noise. */
const improvement = 1.03;

export async function climb(
  server: MeasuredServer,
  { random, duration, score }: ClimbOptions,
): Promise<Climbed> {
  const end = Date.now() + duration;
  const tops: Found[] = [];
  let [requests, refused, restarts] = [0, 0, 0];

  async function measured(request: ListRequest): Promise<Found> {
    const cost = await server.measure(request);
    requests += 1;
    if (cost.status === 400 || cost.status === 413) refused += 1;
    return { request, cost };
  }

  /** The cheaper of two measurements: one alone may have met a garbage collection. */
  async function confirmed(found: Found): Promise<Found> {
    const again = await measured(found.request);
    return score(again.cost) < score(found.cost) ? again : found;
  }

  while (Date.now() < end) {
    let best = await measured(drawRequest(random));
    for (let failures = 0; failures < patience && Date.now() < end; failures += 1) {
      const changes = 1 + random.int(2);
      let request = best.request;
      for (let at = 0; at < changes; at += 1) request = changeRequest(random, request);
      const next = await measured(request);
      if (score(next.cost) <= score(best.cost) * improvement) continue;
      const sure = await confirmed(next);
      if (score(sure.cost) <= score(best.cost) * improvement) continue;
      best = sure;
      failures = 0;
    }
    tops.push(best);
    restarts += 1;
  }
  tops.sort((one, other) => score(other.cost) - score(one.cost));
  return { requests, refused, restarts, tops };
}
