import { type MetricFamily, single } from '../http/observability/metrics/metric-family.js';
import type { Connection } from '../storage/driver.js';
import type { ImagePoolState } from './images/image-pool.js';
import { countWaiting } from './records/size-table.js';

/** What this process has done with images. */
export function imageMetrics(state: ImagePoolState): readonly MetricFamily[] {
  const { waiting, running, made, failures, milliseconds, restarts } = state;
  return [
    {
      name: 'svc_image_jobs',
      type: 'gauge',
      help: 'Images that processes are at work on, and images that wait for one.',
      samples: [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ],
    },
    single('svc_image_sizes_total', 'counter', { help: 'Sizes of images that were made.', value: made }),
    single('svc_image_seconds_total', 'counter', {
      help: 'Time that images took, without their waiting.',
      value: milliseconds / 1000,
    }),
    single('svc_image_failures_total', 'counter', {
      help: 'Images that could not be decoded, or made smaller.',
      value: failures,
    }),
    single('svc_image_process_restarts_total', 'counter', {
      help: 'Image processes that ended before their image was done.',
      value: restarts,
    }),
  ];
}

/** Images are counted up to so many. */
const maxCounted = 10_000;

/** The length of the queue, from the database. */
export async function imagesWaiting(connection: Connection): Promise<MetricFamily> {
  return single('svc_image_queue', 'gauge', {
    help: 'Images whose sizes are still to be made.',
    value: await countWaiting(connection, maxCounted),
  });
}
