/** A service that gets another public address: docs/spec/uploads.md#amendments. */
import { expect, test } from 'vitest';
import type { Body } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import { startServer } from '../support/server-process.js';
import { projectFolder, svc } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';
import { emptyStorageOfProject, storageOfProject } from '../support/test-storage.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    { slug: 'photos', drafts: false, upload: { mimeTypes: ['image/png'], sizes: { small: { width: 20 } } }, fields: [] },
  ],
});
`;

test('documents that were stored before name the new address, and so do lists', async () => {
  using folder = projectFolder({ 'svc.config.ts': config });
  const cwd = folder.path;
  const env = { ...(await databaseOfProject(cwd)), ...storageOfProject(cwd) };
  const built = await svc(['build'], { cwd, env });
  expect(built.stderr).toBe('');
  const form = new FormData();
  const bytes = new Uint8Array(await picture().png().toBuffer());
  form.append('file', new Blob([bytes], { type: 'image/png' }), 'a.png');

  /** What a service says of the photo, and of all, that has this address. */
  const seenAt = async (base: string | undefined, create = false): Promise<readonly Body[]> => {
    await using server = await startServer(process.execPath, ['dist/server.js'], {
      cwd,
      env: { ...env, ...(base !== undefined && { SVC_BASE_URL: base }) },
    });
    const read = async (path: string, init?: RequestInit): Promise<Body> =>
      (await fetch(`${server.url}${path}`, init)).json();
    const created = create ? await read('/api/photos', { method: 'POST', body: form }) : null;
    const { docs } = await read('/api/photos');
    const one = await read(`/api/photos/${docs[0].id}`);
    for (const { url } of [one, one.sizes.small]) {
      // A proxy in front of it takes the path of the address away.
      const path = url.replace(/^.*(?=\/api\/)/, '');
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    }
    await server.end('SIGTERM');
    return [docs[0], one, created ?? one];
  };
  const namedAt = (documents: readonly Body[]): readonly string[] =>
    documents.flatMap(({ url, sizes }) =>
      [url, sizes.small.url].map((each) => each.replace(/\/api\/.*/, '')),
    );
  for (const base of [undefined, 'https://one.example.com', 'https://two.example.com/cms']) {
    const named = namedAt(await seenAt(base, base === undefined));
    expect(new Set(named)).toEqual(new Set([base ?? '']));
  }
  await emptyStorageOfProject(cwd);
}, 120_000);
