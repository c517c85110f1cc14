import { expect, test } from 'vitest';
import type { Body } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import type { ServerProcess } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svc } from '../support/svc-command.js';
import { migrationProject, serveProject } from './support/migration-project.js';

const config = `collections: [
  { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, versions: true, fields: [{ name: 'title', type: 'text' }] },
  { slug: 'photos', drafts: false, trash: true, upload: { mimeTypes: ['image/png'], sizes: { small: { width: 20 } } }, fields: [] } ]`;

const tus = { 'tus-resumable': '1.0.0' };

/** Calls of a server, each of which must succeed. */
function callsOf({ url }: ServerProcess) {
  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, url), { method, ...init });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
  return {
    call,
    text: async (path: string): Promise<string> => (await call('GET', path)).text(),
    body: async (path: string): Promise<Body> => (await call('GET', path)).json(),
    async send(
      method: string,
      path: string,
      bytes: string | Uint8Array<ArrayBuffer>,
      headers = {},
    ): Promise<Body> {
      const isText = typeof bytes === 'string';
      const body = new FormData();
      const type = isText ? 'text/plain' : 'image/png';
      body.append('file', new Blob([bytes], { type }), isText ? 'a.txt' : 'a.png');
      return (await call(method, path, { body, headers })).json();
    },
    /** Bytes of a resumable upload; returns the address of the document, where it is whole. */
    async patch(path: string, offset: number, body: string): Promise<string | null> {
      const headers = {
        ...tus,
        'upload-offset': `${offset}`,
        'content-type': 'application/offset+octet-stream',
      };
      return (await call('PATCH', path, { body, headers })).headers.get('location');
    },
  };
}

describePostgres('svc migrate from-sqlite', (fresh) => {
  test('leaves files where they are, and the new server goes on with them', {
    timeout: 120_000,
  }, async () => {
    using project = migrationProject(config);
    await project.done('create');
    await project.done('up');
    const draft = { 'x-draft': 'true' };
    const before = await (async () => {
      await using server = await serveProject(project, null);
      const { call, send, text, body, patch } = callsOf(server);
      const paper = await send('POST', '/api/papers', 'first');
      const path = `/api/papers/${paper.id}`;
      const second = await send('PATCH', path, 'second');
      const pending = await send('PATCH', path, 'pending', draft);
      const dead = await send('POST', '/api/papers', 'dead');
      await call('DELETE', `/api/papers/${dead.id}`);
      const bytes = new Uint8Array(await picture().png().toBuffer());
      const photo = await send('POST', '/api/photos', bytes);
      const trashed = await send('POST', '/api/photos', bytes);
      for (const { sizes } of [photo, trashed]) await text(sizes.small.url);
      await call('DELETE', `/api/photos/${trashed.id}`);
      const headers = { ...tus, 'upload-length': '10', 'upload-metadata': `filename ${btoa('b.txt')}` };
      const begun = await call('POST', '/api/papers/uploads/tus', { headers });
      const upload = begun.headers.get('location') ?? '';
      await patch(upload, 0, 'begun ');
      const views = [await body(`${path}?draft=false`), await body(`${path}?draft=true`)];
      await server.end('SIGTERM');
      return { path, views, urls: [second.url, pending.url, paper.url], photo, trashed, upload };
    })();

    const url = await fresh();
    await project.done('from-sqlite', '--to', url);
    await using server = await serveProject(project, url);
    const { call, send, text, body, patch } = callsOf(server);
    expect([await body(`${before.path}?draft=false`), await body(`${before.path}?draft=true`)]).toEqual(
      before.views,
    );
    expect(await Promise.all(before.urls.map(text))).toEqual(['second', 'pending', 'first']);
    const small = await call('GET', before.photo.sizes.small.url);
    expect(small.headers.get('content-type')).toBe('image/webp');
    await call('POST', `/api/photos/${before.trashed.id}/restore`);
    for (const address of [before.trashed.url, before.trashed.sizes.small.url]) await call('GET', address);
    const finished = await patch(before.upload, 6, 'here');
    expect(await text(`${finished}/file`)).toBe('begun here');
    expect(await text((await send('POST', '/api/papers', 'new')).url)).toBe('new');
    await call('POST', `${before.path}/publish`);
    expect(await text(`${before.path}/file`)).toBe('pending');

    const env = { SVC_DATABASE_URL: url };
    const check = await svc(['media', 'check', '--checksums', '--json'], { cwd: project.path, env });
    expect([check.stderr, JSON.parse(check.stdout).problems]).toEqual(['', []]);
    await server.end('SIGTERM');
  });
});
