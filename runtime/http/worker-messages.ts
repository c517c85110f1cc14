import type { MetricFamily } from './metrics/metric-family.js';

/** What a worker tells the process that started it. */
export interface WorkerReady {
  readonly svc: 'listening';
  readonly url: string;
}

/** What that process tells a worker. */
export interface WorkerOrder {
  readonly svc: 'stop';
  /** Milliseconds in which connections are still taken. */
  readonly grace: number;
}

/** A worker that is asked for measurements wants those of the others; handed on to each of them. */
export interface MetricsQuestion {
  readonly svc: 'metrics-question';
  /** The asker's number for it. */
  readonly question: number;
  /** The worker that asks. */
  readonly asker: number;
}

/** Tells the asker how many others were asked. */
export interface MetricsAsked {
  readonly svc: 'metrics-asked';
  readonly question: number;
  readonly workers: number;
}

/** One worker's measurements, on their way to the asker. */
export interface MetricsAnswer {
  readonly svc: 'metrics-answer';
  readonly question: number;
  readonly asker: number;
  /** The worker that answers; added on the way. */
  readonly from?: number;
  readonly families: readonly MetricFamily[];
}

export function isWorkerReady(message: unknown): message is WorkerReady {
  return isOurs(message) && message.svc === 'listening';
}

export function isWorkerOrder(message: unknown): message is WorkerOrder {
  return isOurs(message) && message.svc === 'stop';
}

export function isMetricsQuestion(message: unknown): message is MetricsQuestion {
  return isOurs(message) && message.svc === 'metrics-question';
}

export function isMetricsAsked(message: unknown): message is MetricsAsked {
  return isOurs(message) && message.svc === 'metrics-asked';
}

export function isMetricsAnswer(message: unknown): message is MetricsAnswer {
  return isOurs(message) && message.svc === 'metrics-answer';
}

/** A config may send messages of its own. */
function isOurs(message: unknown): message is { readonly svc: unknown } {
  return typeof message === 'object' && message !== null && 'svc' in message;
}
