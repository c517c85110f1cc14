/** examples/magazine: Next.js in front of the real service, used in Chromium. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../fixtures/blog/demo/picture.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { environment, password } from '../examples/example-project.js';
import { type Browser, noBrowser, openBrowser } from '../support/browser.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { run, svc, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';

const isWanted = process.env['SVC_TEST_FRAMEWORKS'] === '1' && noBrowser === null;

/** Installs all packages but svc, which is linked. */
async function install(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  delete manifest.dependencies['svc'];
  writeFileSync(file, JSON.stringify(manifest));
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, stderr } = await run('npm', args, { cwd: folder });
  expect(code, stderr).toBe(0);
  symlinkSync(packageRoot, join(folder, 'node_modules/svc'));
}

/** One published article with a cover, and a pending draft. */
async function write(url: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const answered = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
  const send = (method: string, path: string, body: object, headers: object): Promise<Response> =>
    answered(path, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const login = await send('POST', '/api/auth/login', { email: 'you@example.com', password }, {});
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const form = new FormData();
  form.append('data', JSON.stringify({ alt: 'The sun above the sea' }));
  form.append('file', new Blob([picture()], { type: 'image/png' }), 'sunset.png');
  const image = await answered('/api/images', { method: 'POST', headers: { cookie }, body: form });
  const { id: cover } = (await image.json()) as { id: string };
  const article = { title: 'Violets in the tram', slug: 'violets', text: 'They grow.', cover };
  const made = (await (await send('POST', '/api/posts', article, { cookie })).json()) as { id: string };
  const change = { title: 'Violets in the metro' };
  await send('PATCH', `/api/posts/${made.id}`, change, { cookie, 'x-draft': 'true' });
}

describe.runIf(isWanted)('the example of Next.js', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let service: ServerProcess;
  let site: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    folder = temporaryFolder();
    const cwd = folder.path;
    cpSync(join(packageRoot, 'examples/magazine'), cwd, {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|generated|\.svc|\.next)$/.test(path),
    });
    await install(cwd);
    expect(await svc(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    service = await startServer(process.execPath, ['dist/server.js'], { cwd, env: environment });
    await write(service.url);
    const env = { CMS_URL: service.url, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    const next = join(cwd, 'node_modules/next/dist/bin/next');
    const built = await run(process.execPath, [next, 'build'], { cwd, env });
    expect(built.code, built.stdout + built.stderr).toBe(0);
    const start = [next, 'start', '--hostname', '127.0.0.1', '--port', '0'];
    site = await startServer(process.execPath, start, { cwd, env });
    browser = await openBrowser();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await site?.end('SIGKILL');
    await service?.end();
    folder?.[Symbol.dispose]();
  });

  test('renders articles on the server, and takes comments of visitors', async () => {
    expect(await (await fetch(`${site.url}/posts/violets`)).text()).toContain('<h1>Violets in the tram</h1>');
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.click('text=Violets in the tram');
    await page.waitForSelector('article h1');
    // The browser has chosen a size for its window, and the service has made it.
    const cover = 'document.querySelector(\'img[alt="The sun above the sea"]\')';
    await expect.poll(() => page.evaluate(`${cover}.naturalWidth`)).toBeGreaterThan(0);
    expect(await page.evaluate(`${cover}.currentSrc`)).toMatch(/\/medium-/);
    await page.fill('input[name=name]', 'Bo');
    await page.fill('textarea', 'Which line?');
    await page.click('text=Send');
    await page.waitForSelector('text=Bo: Which line?');
    await page.close();
  });

  test('previews a draft for the desk, and for nobody else', async () => {
    const visitor = await fetch(`${site.url}/preview?slug=violets`, { redirect: 'manual' });
    expect(visitor.status).toBe(404);

    const page = await browser.newPage();
    await page.goto(`${site.url}/login`);
    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', 'wrong');
    await page.click('button[type=submit]');
    await page.waitForSelector('text=No such email and password.');
    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', password);
    await page.click('main button[type=submit]');
    await page.waitForSelector('text=Hello you@example.com');

    await page.goto(`${site.url}/posts/violets`);
    expect(await page.textContent('h1')).toBe('Violets in the tram');
    await page.goto(`${site.url}/preview?slug=violets`);
    expect(await page.textContent('h1')).toBe('Violets in the metro');

    await page.click('text=Log out');
    await page.waitForSelector('text=Log in');
    await page.goto(`${site.url}/posts/violets`);
    expect(await page.textContent('h1')).toBe('Violets in the tram');
    await page.close();
  });
});
