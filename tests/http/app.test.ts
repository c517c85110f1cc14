import { expect, test } from 'vitest';
import { createNotesService } from './support/notes-service.js';

test('a service that was never opened closes', async () => {
  const { app, store } = createNotesService();
  await app.close();
  expect(store.closed).toBe(false);
});

test('closing twice is closing once', async () => {
  const { app, store } = createNotesService();
  const { url, close } = await app.listen();
  await Promise.all([app.close(), close(), app.close()]);
  expect(store.closed).toBe(true);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});

test('a service may listen in several places', async () => {
  const { app } = createNotesService();
  const [first, second] = [await app.listen(), await app.listen({ host: 'localhost' })];
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(second.url).toMatch(/^http:\/\/localhost:\d+$/);
  for (const { url } of [first, second]) expect((await fetch(`${url}/api/notes`)).status).toBe(200);
  await app.close();
  await expect(fetch(`${second.url}/health/live`)).rejects.toThrow('fetch failed');
});

test('the URL of every address and of IPv6 can be called', async () => {
  const { app } = createNotesService();
  for (const host of ['0.0.0.0', '::', '::1']) {
    const { url, port } = await app.listen({ host });
    expect(url).toBe(host === '::1' ? `http://[::1]:${port}` : `http://localhost:${port}`);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  }
  await app.close();
});

test('a port that is taken leaves the service as it was', async () => {
  const { app } = createNotesService();
  const { url, port } = await app.listen();
  await expect(app.listen({ port })).rejects.toThrow(`Port ${port} is in use`);
  expect((await fetch(`${url}/api/notes`)).status).toBe(200);
  await app.close();
});

test('requests that come while the store opens wait for it', async () => {
  const other = createNotesService();
  let opened = 0;
  const { app } = createNotesService({
    open: async () => {
      opened += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return other.store;
    },
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.fetch('/api/notes')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(opened).toBe(1);
  await app.close();
});

test('the log takes lines of the user', async () => {
  const { app, log } = createNotesService();
  app.log.warn({ job: 'import' }, 'slow');
  expect(log).toMatchObject([{ level: 40, job: 'import', msg: 'slow' }]);
  await app.close();
});
