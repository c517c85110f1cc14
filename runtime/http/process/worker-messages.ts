import type { MetricFamily } from '../observability/metrics/metric-family.js';

/** Sent by a worker to its supervisor. */
export interface WorkerReady {
  readonly svc: 'listening';
  readonly url: string;
}

/** Sent by the supervisor to a worker. */
export interface WorkerOrder {
  readonly svc: 'stop';
  /** Milliseconds in which connections are still accepted. */
  readonly grace: number;
}

/** A worker that is asked for metrics requests those of the others; forwarded to each of them. */
export interface MetricsQuestion {
  readonly svc: 'metrics-question';
  /** The request number of the asking worker. */
  readonly question: number;
  /** The asking worker. */
  readonly asker: number;
}

/** Tells the asking worker how many others were asked. */
export interface MetricsRequest {
  readonly svc: 'metrics-asked';
  readonly question: number;
  readonly workers: number;
}

/** One worker's metrics, for the asking worker. */
export interface MetricsAnswer {
  readonly svc: 'metrics-answer';
  readonly question: number;
  readonly asker: number;
  /** The responding worker; added when the message is forwarded. */
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

export function isMetricsRequest(message: unknown): message is MetricsRequest {
  return isOurs(message) && message.svc === 'metrics-asked';
}

export function isMetricsAnswer(message: unknown): message is MetricsAnswer {
  return isOurs(message) && message.svc === 'metrics-answer';
}

/** Code of the config may send messages of its own. */
function isOurs(message: unknown): message is { readonly svc: unknown } {
  return typeof message === 'object' && message !== null && 'svc' in message;
}
