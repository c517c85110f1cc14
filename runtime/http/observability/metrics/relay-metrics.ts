import type { Worker } from 'node:cluster';
import { isMetricsAnswer, isMetricsQuestion, type MetricsRequest } from '../../process/worker-messages.js';

/**
 * Forwards metrics requests from one worker to the others, and their responses back. It keeps no state: a
 * lost message is not awaited.
 */
export function relayMetrics(message: unknown, from: Worker, running: () => readonly Worker[]): void {
  const send = (worker: Worker, content: object): void => {
    if (worker.isConnected()) worker.send(content, () => undefined);
  };
  if (isMetricsQuestion(message)) {
    const others = running().filter((worker) => worker !== from && worker.isConnected());
    for (const worker of others) send(worker, message);
    const requested: MetricsRequest = {
      svc: 'metrics-asked',
      question: message.question,
      workers: others.length,
    };
    send(from, requested);
  } else if (isMetricsAnswer(message)) {
    const asker = running().find(({ id }) => id === message.asker);
    if (asker !== undefined) send(asker, { ...message, from: from.id });
  }
}
