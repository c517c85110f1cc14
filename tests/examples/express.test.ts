/** examples/express in Chromium: pages of a site and the service with one session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, noBrowser, openBrowser } from '../support/browser.js';
import { picture } from '../support/image-files.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { svc, type TemporaryFolder } from '../support/svc-command.js';
import { environment, exampleProject, expectTypes, password } from './example-project.js';

if (noBrowser !== null) process.stderr.write(`The examples are not tested in a browser: ${noBrowser}\n`);

/** A file as a person chooses it. */
const photo = (buffer: Uint8Array) => ({ name: 'photo.png', mimeType: 'image/png', buffer });

describe.skipIf(noBrowser !== null)('the example of Express', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    folder = await exampleProject('express');
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    server = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path, env: environment });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.end();
    folder?.[Symbol.dispose]();
  });

  test('compiles', () => expectTypes(folder));

  test('a visitor logs in, writes and logs out', async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', 'wrong');
    await page.click('text=Log in');
    expect(await page.textContent('[role=alert]')).toBe('No such email and password.');

    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', password);
    await page.click('text=Log in');
    await page.fill('textarea', '<b>What a place</b>');
    await page.click('text=Write');
    expect(await page.textContent('li')).toBe('<b>What a place</b> — A guest');

    // The API knows the same session.
    const me = await page.evaluate("fetch('/api/auth/me').then((answer) => answer.json())");
    expect(me).toMatchObject({ user: { email: 'you@example.com' } });

    // With a photo, of which the page shows a size; a file that is none is refused with a reason.
    await page.fill('textarea', 'From the tower');
    await page.setInputFiles('input[type=file]', photo(await picture(640, 480).png().toBuffer()));
    await page.fill('input[name=alt]', 'A "view"');
    await page.click('text=Write');
    const image = await page.evaluate(`(async () => {
      const image = document.querySelector('img');
      await image.decode();
      return [image.alt, image.naturalWidth, image.naturalHeight];
    })()`);
    expect(image).toEqual(['A "view"', 320, 240]);
    await page.fill('textarea', 'Not an image');
    await page.setInputFiles('input[type=file]', photo(Buffer.from('words')));
    await page.fill('input[name=alt]', 'Nothing');
    await page.click('text=Write');
    expect(await page.textContent('[role=alert]')).toContain('image/png');
    expect(await page.textContent('ul')).not.toContain('Not an image');

    await page.click('text=Log out');
    expect(await page.isVisible('textarea')).toBe(false);
    expect(await page.textContent('li:last-child')).toBe('<b>What a place</b> — A guest');
    await page.close();
  });

  test('a session whose access token has ended is renewed before the page is made', async () => {
    const login = await fetch(`${server.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'you@example.com', password }),
    });
    const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const refresh = cookies.find((cookie) => cookie.startsWith('svc_refresh=')) ?? '';
    expect(cookies).toHaveLength(2);
    const page = await fetch(server.url, { headers: { cookie: refresh } });
    expect(await page.text()).toContain('Hello you@example.com');
    // The last value of a name is the one that a browser keeps.
    const kept = new Map(
      page.headers.getSetCookie().map((cookie) => [cookie.split('=', 1)[0], cookie.split(';', 1)[0]]),
    );
    expect(kept.get('svc_session')).toMatch(/=./);
    expect(kept.get('svc_refresh')).toMatch(/=./);
    expect(kept.get('svc_refresh')).not.toBe(refresh);
  });

  test('a page of another site writes nothing', async () => {
    const login = await fetch(`${server.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'you@example.com', password }),
    });
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const body = new FormData();
    body.append('text', 'forged');
    await fetch(`${server.url}/entries`, { method: 'POST', redirect: 'manual', headers, body });
    expect(await (await fetch(server.url)).text()).not.toContain('forged');
  });
});
