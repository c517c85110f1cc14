import type { Worker } from 'node:cluster';
import { isMetricsAnswer, isMetricsQuestion, type MetricsAsked } from '../worker-messages.js';

/** Carries questions for measurements from one worker to the others, and their answers back. It keeps nothing: what is lost is not waited for. */
export function relayMetrics(message: unknown, from: Worker, running: () => readonly Worker[]): void {
  const send = (worker: Worker, content: object): void => {
    if (worker.isConnected()) worker.send(content, () => undefined);
  };
  if (isMetricsQuestion(message)) {
    const others = running().filter((worker) => worker !== from && worker.isConnected());
    for (const worker of others) send(worker, message);
    const asked: MetricsAsked = { svc: 'metrics-asked', question: message.question, workers: others.length };
    send(from, asked);
  } else if (isMetricsAnswer(message)) {
    const asker = running().find(({ id }) => id === message.asker);
    if (asker !== undefined) send(asker, { ...message, from: from.id });
  }
}
