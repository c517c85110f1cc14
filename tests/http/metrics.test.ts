/** `GET /metrics`: docs/spec/contract.md#routes-beside-the-api. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startAuthServer } from '../support/auth-server.js';
import { createNotesService } from './support/notes-service.js';
import { startProgram, stopPrograms } from './support/program.js';

afterEach(stopPrograms);

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Parses the text format. Fails where Prometheus would: on a line of another form, and on a repeated family.
 */
function parse(text: string): readonly Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const families = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
  expect(new Set(families).size).toBe(families.length);
  let family = '';
  const samples: Sample[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const comment = /^# (?:HELP|TYPE) ([a-z_]+) /.exec(line);
    if (comment) {
      family = comment[1] ?? '';
      continue;
    }
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)(?:\{(.*)\})? (-?[\d.e+-]+|\+Inf|NaN)$/.exec(line) ?? [];
    expect(name.replace(/_(?:bucket|sum|count)$/, ''), line).toBe(family.replace(/_(?:sum|count)$/, ''));
    const read = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
    samples.push({
      name,
      labels: Object.fromEntries(read.map(([, key = '', text = '']) => [key, text])),
      value: Number(value),
    });
  }
  const series = samples.map(({ name, labels }) => name + JSON.stringify(labels));
  expect(new Set(series).size).toBe(series.length);
  return samples;
}

function measured(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number | undefined {
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}

async function scrape(url: string): Promise<readonly Sample[]> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  return parse(await response.text());
}

describe('switched on', () => {
  test('is text of Prometheus that no cache keeps, and takes no parameter', async () => {
    const { app } = createNotesService({ metrics: true });
    const response = await app.fetch('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    parse(await response.text());
    expect((await app.fetch('/metrics?name[]=x')).status).toBe(400);
    expect((await app.fetch('/metrics', { method: 'POST' })).status).toBe(405);
    await app.close();
  });

  test('counts requests by method, pattern and status; paths that do not exist are one route', async () => {
    const { app } = createNotesService({ metrics: true });
    const listener = await app.listen();
    const { url } = listener;
    for (let made = 0; made < 3; made += 1) await fetch(`${url}/api/notes/id-${made}`);
    await fetch(`${url}/api/notes`);
    for (const path of ['/nowhere', '/api/nowhere/1', '/api/nowhere/2', '/api/%'])
      await fetch(`${url}${path}`);
    await fetch(`${url}/api/notes`, { method: 'PROPFIND' });
    await fetch(`${url}/api/notes`, { method: 'MKCOL' });
    const samples = await scrape(url);
    const count = (labels: Sample['labels']) => measured(samples, 'svc_http_requests_total', labels);
    expect(count({ method: 'GET', route: '/api/notes/:id', status: '404' })).toBe(3);
    expect(count({ method: 'GET', route: '/api/notes', status: '200' })).toBe(1);
    expect(count({ method: 'GET', route: 'unknown', status: '404' })).toBe(3);
    expect(count({ method: 'GET', route: 'unknown', status: '400' })).toBe(1);
    expect(count({ method: 'other', route: '/api/notes', status: '405' })).toBe(2);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).not.toMatch(/nowhere|id-1|PROPFIND/);
    await listener.close();
  });

  test('the buckets of a duration add up, and what waits is in flight', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let reached: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { app } = createNotesService({
      metrics: true,
      during: () => {
        reached();
        return held;
      },
    });
    const slow = app.fetch('/api/notes');
    await waiting;
    const during = parse(await (await app.fetch('/metrics')).text());
    expect(measured(during, 'svc_http_requests_in_flight')).toBe(2);
    expect(measured(during, 'svc_http_requests_total', { route: '/api/notes' })).toBeUndefined();
    letGo();
    await slow;
    const after = parse(await (await app.fetch('/metrics')).text());
    expect(measured(after, 'svc_http_requests_in_flight')).toBe(1);
    const route = { method: 'GET', route: '/api/notes' };
    const buckets = after.filter(
      ({ name, labels }) =>
        name === 'svc_http_request_duration_seconds_bucket' && labels['route'] === route.route,
    );
    expect(buckets.map(({ labels }) => labels['le']).at(-1)).toBe('+Inf');
    const values = buckets.map(({ value }) => value);
    expect(values).toEqual([...values].sort((left, right) => left - right));
    expect(values.at(-1)).toBe(1);
    expect(measured(after, 'svc_http_request_duration_seconds_count', route)).toBe(1);
    expect(measured(after, 'svc_http_request_duration_seconds_sum', route)).toBeGreaterThan(0);
    await app.close();
  });

  test('says how the process and the store do', async () => {
    const { app, store } = createNotesService({ metrics: true });
    await app.ready();
    const samples = parse(await (await app.fetch('/metrics')).text());
    for (const name of [
      ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_start_time_seconds'],
      ...['svc_uptime_seconds', 'svc_heap_used_bytes', 'svc_heap_size_bytes'],
    ])
      expect(measured(samples, name), name).toBeGreaterThan(0);
    expect(measured(samples, 'svc_event_loop_lag_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
    expect(measured(samples, 'svc_store_up')).toBe(1);
    expect(store.closed).toBe(false);
    await app.close();
  });

  test('answers while the store cannot be opened, and says so', async () => {
    const { app } = createNotesService({
      metrics: true,
      open: () => Promise.reject(new Error('no disk')),
    });
    const samples = parse(await (await app.fetch('/metrics')).text());
    expect(measured(samples, 'svc_store_up')).toBe(0);
    await app.close();
  });
});

test('is not there unless switched on, also for what comes from the environment', async () => {
  const { app } = createNotesService();
  expect((await app.fetch('/metrics')).status).toBe(404);
  await app.close();
  const off = startProgram({
    config: `{ server: { metrics: true }, collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }] }] }`,
    env: { SVC_METRICS: 'false' },
  });
  expect((await fetch(`${await off.url()}/metrics`)).status).toBe(404);
});

test('with authentication it needs no credential, is not limited, and counts waiting mails', async () => {
  const server = await startAuthServer({
    env: { SVC_METRICS: 'true' },
    auth: { rateLimit: { api: { max: 5, windowSeconds: 60 } } },
  });
  for (let asked = 0; asked < 10; asked += 1) expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  const samples = await scrape(server.url);
  expect(measured(samples, 'svc_outbox_waiting')).toBe(0);
  expect(measured(samples, 'svc_store_up')).toBe(1);
});

test('with several workers one answer has the counts of each', async () => {
  const program = startProgram({ env: { SVC_WORKERS: '3', SVC_METRICS: 'true', SVC_LOG_LEVEL: 'warn' } });
  const url = await program.url();
  for (let asked = 0; asked < 12; asked += 1)
    await (await fetch(`${url}/api/notes`, { headers: { connection: 'close' } })).text();
  const samples = await scrape(url);
  const lists = samples.filter(
    ({ name, labels }) => name === 'svc_http_requests_total' && labels['route'] === '/api/notes',
  );
  expect(lists.reduce((sum, { value }) => sum + value, 0)).toBe(12);
  const processes = samples.filter(({ name }) => name === 'process_resident_memory_bytes');
  expect(new Set(processes.map(({ labels }) => labels['worker'])).size).toBe(3);
  // There is one store, whichever worker responds.
  expect(samples.filter(({ name }) => name === 'svc_store_up')).toEqual([
    { name: 'svc_store_up', labels: {}, value: 1 },
  ]);
});

describe('what a hook throws where nobody waits for it', () => {
  const config = `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }], hooks: {
    afterChange: ({ data }) => {
      if (data.title === 'forgotten') void Promise.reject(new Error('Nobody waits.'));
      if (data.title === 'timer') setTimeout(() => { throw new Error('In a timer.'); });
    },
  } }] }`;
  const post = (url: string, title: string): Promise<Response> =>
    fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ title }),
    });

  test('a rejected promise is logged and counted, and the process goes on', async () => {
    const program = startProgram({ config, env: { SVC_METRICS: 'true' } });
    const url = await program.url();
    expect((await post(url, 'forgotten')).status).toBe(201);
    expect(measured(await scrape(url), 'svc_unhandled_rejections_total')).toBe(1);
    await vi.waitFor(() => expect(program.stdout).toContain('"msg":"unhandled rejection"'));
  });

  test('an exception in a timer is logged and ends the process; what was answered is there', async () => {
    const program = startProgram({ config });
    expect((await post(await program.url(), 'timer')).status).toBe(201);
    expect(await program.exit()).not.toBe(0);
    const lines = program.stdout.split('\n').filter((line) => line.includes('uncaught exception'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'In a timer.' }) }),
    ]);
    const again = startProgram({ config, folder: program.folder });
    const list = (await (await fetch(`${await again.url()}/api/notes`)).json()) as object;
    expect(list).toMatchObject({ totalDocs: 1, docs: [{ title: 'timer' }] });
  });

  test('with workers another takes its place, and the exception is counted', async () => {
    const program = startProgram({ config, env: { SVC_WORKERS: '2', SVC_METRICS: 'true' } });
    const url = await program.url();
    expect((await post(url, 'timer')).status).toBe(201);
    await vi.waitFor(
      async () => {
        const counts = (await scrape(url)).filter(({ name }) => name === 'svc_uncaught_exceptions_total');
        expect(counts.map(({ value }) => value).sort()).toEqual([0, 1]);
      },
      { timeout: 15_000, interval: 200 },
    );
  });
});
