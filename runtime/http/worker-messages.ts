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

export function isWorkerReady(message: unknown): message is WorkerReady {
  return isOurs(message) && message.svc === 'listening';
}

export function isWorkerOrder(message: unknown): message is WorkerOrder {
  return isOurs(message) && message.svc === 'stop';
}

/** A config may send messages of its own. */
function isOurs(message: unknown): message is { readonly svc: unknown } {
  return typeof message === 'object' && message !== null && 'svc' in message;
}
