import { isServiceError } from '../errors/to-response.js';
import { type MetricFamily, single } from '../http/observability/metrics/metric-family.js';
import type { Connection } from '../storage/driver.js';
import { unnamedBytes } from './records/quota.js';

/** A file that became part of a document. */
export interface CountedFile {
  readonly bytes: number;
  /** From the beginning of its bytes to its document. */
  readonly milliseconds: number;
}

/** Counts the uploads of this process. */
export interface UploadMetrics {
  stored(file: CountedFile): void;
  /** Counts a refusal by its code; each error once, wherever it is noticed. */
  refused(error: unknown): void;
  families(): readonly MetricFamily[];
}

export function createUploadMetrics(): UploadMetrics {
  const total = { files: 0, bytes: 0, milliseconds: 0 };
  const refusals = new Map<string, number>();
  const counted = new WeakSet<Error>();

  return {
    stored({ bytes, milliseconds }) {
      total.files += 1;
      total.bytes += bytes;
      total.milliseconds += milliseconds;
    },
    refused(error) {
      if (!isServiceError(error) || counted.has(error)) return;
      counted.add(error);
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
    },
    families: () => [
      single('svc_uploads_total', 'counter', { help: 'Files that were stored.', value: total.files }),
      single('svc_upload_bytes_total', 'counter', { help: 'Their size.', value: total.bytes }),
      single('svc_upload_seconds_total', 'counter', {
        help: 'Time from the beginning of their bytes to their documents.',
        value: total.milliseconds / 1000,
      }),
      {
        name: 'svc_upload_refusals_total',
        type: 'counter',
        help: 'Requests with files that were refused.',
        samples: [...refusals].map(([code, value]) => ({ labels: { code }, value })),
      },
    ],
  };
}

/** The size of files without a document, from the database. */
export async function fileBytes(connection: Connection): Promise<MetricFamily> {
  const known = new Map((await unnamedBytes(connection)).map(({ state, bytes }) => [state, bytes]));
  return {
    name: 'svc_file_bytes',
    type: 'gauge',
    help: 'Size of files without a document: being received, and to be removed.',
    samples: ['staged', 'dead'].map((state) => ({ labels: { state }, value: known.get(state) ?? 0 })),
  };
}
