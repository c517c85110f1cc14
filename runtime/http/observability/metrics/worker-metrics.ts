/**
 * With `SVC_WORKERS` a scrape reaches one of several processes, and another the next time. So the process
 * that is scraped requests the metrics of the others, by way of the supervisor, and responds for all. The
 * metrics stay separate, by a label: a sum would lose the counts of a worker that ended, which looks like a
 * counter that was reset.
 */
import cluster from 'node:cluster';
import { isSupervised } from '../../process/supervised.js';
import {
  isMetricsAnswer,
  isMetricsQuestion,
  isMetricsRequest,
  type MetricsAnswer,
  type MetricsQuestion,
} from '../../process/worker-messages.js';
import { labelled, type MetricFamily } from './metric-family.js';

export interface WorkerMetrics {
  /** The metrics of every worker that responds in time; of this process if it has no others. */
  families(): Promise<readonly MetricFamily[]>;
  close(): void;
}

/** Milliseconds for the others to respond. One that hangs is omitted, and Prometheus waits for 10 s. */
const replyTimeout = 1000;

interface Gathering {
  readonly answers: Map<number, readonly MetricFamily[]>;
  expected: number;
  readonly finish: () => void;
}

export function joinWorkers(own: () => readonly MetricFamily[]): WorkerMetrics {
  const worker = cluster.worker;
  if (!isSupervised() || worker === undefined) return { families: async () => own(), close: () => undefined };
  const gatherings = new Map<number, Gathering>();
  let questions = 0;

  function hear(message: unknown): void {
    if (isMetricsQuestion(message)) {
      const answer: MetricsAnswer = { ...message, svc: 'metrics-answer', families: own() };
      process.send?.(answer);
    } else if (isMetricsRequest(message)) {
      expect(message.question, message.workers);
    } else if (isMetricsAnswer(message)) {
      const gathering = gatherings.get(message.question);
      gathering?.answers.set(message.from ?? 0, message.families);
      finishIfComplete(gathering);
    }
  }

  function expect(question: number, workers: number): void {
    const gathering = gatherings.get(question);
    if (gathering !== undefined) gathering.expected = workers;
    finishIfComplete(gathering);
  }

  function finishIfComplete(gathering: Gathering | undefined): void {
    if (gathering !== undefined && gathering.answers.size >= gathering.expected) gathering.finish();
  }

  async function others(): Promise<Gathering['answers']> {
    questions += 1;
    const question = questions;
    const answers: Gathering['answers'] = new Map();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, replyTimeout);
      const finish = (): void => {
        clearTimeout(timer);
        resolve();
      };
      gatherings.set(question, { answers, expected: Number.POSITIVE_INFINITY, finish });
      const requested: MetricsQuestion = { svc: 'metrics-question', question, asker: worker?.id ?? 0 };
      process.send?.(requested, (error: Error | null) => {
        if (error !== null) finish();
      });
    });
    gatherings.delete(question);
    return answers;
  }

  process.on('message', hear);
  return {
    async families() {
      const answers = await others();
      return [[worker.id, own()] as const, ...answers].flatMap(([id, families]) =>
        labelled(families, { worker: String(id) }),
      );
    },
    close: () => void process.off('message', hear),
  };
}
