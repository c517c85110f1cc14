import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type MetricFamily, single } from './metric-family.js';

/** Metrics of this process. Names without `svc_` are those that generic dashboards expect. */
export interface ProcessMetrics {
  families(): readonly MetricFamily[];
  close(): void;
}

/** Milliseconds between two measurements of the event loop. */
const resolution = 20;
const nanosecondsPerSecond = 1e9;

export function createProcessMetrics(): ProcessMetrics {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();

  /**
   * The measured value is the time from one measurement to the next; what exceeds the interval is the lag.
   */
  function lag(nanoseconds: number): number {
    return Math.max(0, nanoseconds - resolution * 1e6) / nanosecondsPerSecond;
  }

  function eventLoop(): MetricFamily {
    const family: MetricFamily = {
      name: 'svc_event_loop_lag_seconds',
      type: 'gauge',
      help: 'How late the event loop was since the last scrape.',
      samples: [
        { labels: { quantile: '0.5' }, value: lag(delays.percentile(50)) },
        { labels: { quantile: '0.99' }, value: lag(delays.percentile(99)) },
        { labels: { quantile: '1' }, value: lag(delays.max) },
      ],
    };
    delays.reset();
    return family;
  }

  return {
    families() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed, heapTotal } = process.memoryUsage();
      const uptime = process.uptime();
      return [
        single('process_cpu_seconds_total', 'counter', {
          help: 'Processor time that was used.',
          value: (user + system) / 1e6,
        }),
        single('process_resident_memory_bytes', 'gauge', { help: 'Memory of the process.', value: rss }),
        single('process_start_time_seconds', 'gauge', {
          help: 'When the process started, since 1970.',
          value: Math.round(performance.timeOrigin) / 1000,
        }),
        single('svc_uptime_seconds', 'gauge', { help: 'Since the process started.', value: uptime }),
        single('svc_heap_used_bytes', 'gauge', { help: 'JavaScript objects in memory.', value: heapUsed }),
        single('svc_heap_size_bytes', 'gauge', { help: 'Memory for JavaScript objects.', value: heapTotal }),
        eventLoop(),
      ];
    },
    close: () => void delays.disable(),
  };
}
