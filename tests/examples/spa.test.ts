/** examples/spa in Chromium: the built page and the built service on one origin. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type Browser, noBrowser, openBrowser, type Page } from '../support/browser.js';
import { picture } from '../support/image-files.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { run, svc, type TemporaryFolder } from '../support/svc-command.js';
import { environment, exampleProject, expectTypes, password } from './example-project.js';

if (noBrowser !== null) process.stderr.write(`The examples are not tested in a browser: ${noBrowser}\n`);

describe.skipIf(noBrowser !== null)('the example of a single-page application', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    folder = await exampleProject('spa');
    const vite = join(packageRoot, 'node_modules/vite/bin/vite.js');
    const { code, stdout, stderr } = await run(process.execPath, [vite, 'build'], { cwd: folder.path });
    expect(code, stdout + stderr).toBe(0);
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    server = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path, env: environment });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.end();
    folder?.[Symbol.dispose]();
  });

  const items = (page: Page): Promise<unknown> =>
    page.evaluate("[...document.querySelectorAll('li')].map((item) => item.textContent)");

  test('compiles', () => expectTypes(folder));

  test('a user logs in, adds tasks, reads older ones by cursor, and logs out', async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', 'wrong');
    await page.click('button');
    await page.waitForSelector('[role=alert]');
    await page.fill('input[name=email]', 'you@example.com');
    await page.fill('input[name=password]', password);
    await page.click('button');
    await page.waitForSelector('text=Tasks of you@example.com');

    await page.click('text=Add');
    expect(await page.textContent('[role=alert]')).toContain('title');
    for (let number = 1; number <= 12; number++) {
      await page.fill('input[name=title]', `Task ${number}.`);
      await page.click('text=Add');
      await page.waitForSelector(`text=Task ${number}.`);
    }
    await expect.poll(() => items(page)).toHaveLength(10);
    await page.click('text=Older tasks');
    await expect.poll(() => items(page)).toHaveLength(12);
    expect(await page.isVisible('text=Older tasks')).toBe(false);

    await page.click('input[type=checkbox]');
    await page.waitForSelector('input[type=checkbox]:checked');
    await page.goto(server.url);
    await page.waitForSelector('input[type=checkbox]:checked');

    // A picture of a task is shown in a size, and to its owner alone.
    const bytes = await picture(480, 240).png().toBuffer();
    await page.fill('input[name=title]', 'Paint.');
    await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer: bytes });
    await page.click('text=Add');
    await page.waitForSelector('img');
    const image = await page.evaluate(`(async () => {
      const image = document.querySelector('img');
      await image.decode();
      return [image.naturalWidth, image.naturalHeight, image.src];
    })()`);
    expect(image).toMatchObject([240, 120, expect.stringContaining('/api/pictures/')]);
    expect((await fetch((image as readonly string[])[2] ?? '')).status).toBe(404);
    await page.fill('input[name=title]', 'Nothing.');
    const text = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('words') };
    await page.setInputFiles('input[type=file]', text);
    await page.click('text=Add');
    await page.waitForSelector('text=Files of the type text/plain');

    await page.click('text=Log out');
    await page.waitForSelector('input[name=password]');
    expect(await page.isVisible('text=Task 12.')).toBe(false);
    await page.close();
  });
});
