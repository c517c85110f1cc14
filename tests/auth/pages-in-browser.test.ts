import { describe, expect, test } from 'vitest';
import { violationsOf } from '../support/accessibility.js';
import { password } from '../support/auth-server.js';
import { noBrowser, type Page } from '../support/browser.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';
import { frontend, openViewer, site, type Viewer } from './support/page-browser.js';

if (noBrowser !== null) process.stderr.write(`Pages are not tested in a browser: ${noBrowser}\n`);

const ada = 'ada@example.com';
const better = 'Another-Horse-8-Battery';

async function opened(
  options: Parameters<typeof openViewer>[1] = {},
): Promise<Viewer & { readonly server: MailedServer }> {
  const server = await startMailedServer({ baseUrl: site });
  return { ...(await openViewer(server.url, options)), server };
}

/** Waits until an input has the focus, and types into it. */
async function type(page: Page, text: string): Promise<void> {
  await page.waitForSelector('input:focus');
  await page.keyboard.type(text);
}

/** Types each text into the focused input, and moves to the next input. */
async function typeIn(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await type(page, text);
    await page.keyboard.press('Tab');
  }
}

/** Submits the focused form, and waits for the page that it leads to. */
async function send(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site}/admin${path}`);
}

async function heading(page: Page): Promise<string> {
  return (await page.textContent('h1')) ?? '';
}

// Each test starts a browser, and the machine may be busy.
describe.skipIf(noBrowser !== null)('without JavaScript', { timeout: 60_000 }, () => {
  test('the letters are those of the dashboard, whatever letters the system has', async () => {
    const { page, complaints } = await opened();
    await page.goto(`${site}/admin/login`);
    await page.evaluate('document.fonts.ready.then(() => null)');
    expect(await page.evaluate('[...document.fonts].map(({ status }) => status)')).toContain('loaded');
    expect(await page.evaluate("document.fonts.check('500 16px Geist', 'Sign in')")).toBe(true);
    for (const part of ['h1', 'label', 'input', 'button']) {
      const family = await page.evaluate(`getComputedStyle(document.querySelector('${part}')).fontFamily`);
      expect(String(family), part).toMatch(/^"?Geist"?,/);
    }
    expect(complaints).toEqual([]);
  });

  test('somebody registers, verifies, logs in, forgets and resets, by keyboard alone', async () => {
    const { page, server, context, complaints } = await opened();
    await page.goto(`${site}/admin/register`);
    await typeIn(page, ada, 'Ada');
    await type(page, 'short');
    await page.keyboard.press('Enter');
    expect(await page.textContent('#password-fault')).toContain('12');
    expect(await page.getAttribute('#email', 'value')).toBe(ada);
    // The refused field has the focus.
    await type(page, password);
    await send(page, '/verify-email?sent=1');
    expect(await heading(page)).toBe('Check your email');

    await page.goto((await server.lastLink(ada)).href);
    expect(await heading(page)).toBe('Confirm your email address');
    await page.keyboard.press('Tab');
    await send(page, '/login?done=verified');
    expect(await page.textContent('[role=status]')).toBe('Your email is verified. Sign in.');

    await typeIn(page, ada);
    await type(page, 'Wrong-Horse-7-Battery');
    await page.keyboard.press('Enter');
    expect(await page.textContent('[role=alert]')).not.toBe('');
    expect(await page.title()).toBe('Error: Sign in - svc');
    expect(await page.getAttribute('#email', 'value')).toBe(ada);
    await type(page, password);
    await send(page, '');
    expect(await page.textContent('main')).toContain('You are signed in as Ada (ada@example.com)');
    expect((await context.cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['svc_session', true],
      ['svc_refresh', true],
    ]);

    await page.goto(`${site}/admin/forgot-password`);
    await type(page, ada);
    await send(page, '/forgot-password?sent=1');
    expect(await heading(page)).toBe('Check your email');
    await page.goto((await server.lastLink(ada)).href);
    await type(page, better);
    await send(page, '/login?done=reset');
    expect(await page.textContent('[role=status]')).toContain('Your password is changed');
    expect(await context.cookies()).toEqual([]);
    await typeIn(page, ada);
    await type(page, better);
    await send(page, '');
    await page.keyboard.press('Tab');
    await send(page, '/login?done=logged-out');
    expect(await page.textContent('[role=status]')).toBe('You are signed out.');
    // Nothing but the three refusals, which browsers log by their status.
    expect(complaints.filter((complaint) => !/status of (400|401)/.test(complaint))).toEqual([]);
  });

  test('a mailed link signs in after it was asked for, and so does the code', async () => {
    const { page, server } = await opened();
    await server.addUser(ada);
    await page.goto(`${site}/admin/magic-link`);
    await type(page, ada);
    await send(page, '/magic-link?sent=1');
    const code = /^\s*([2-9A-HJ-NP-Z]{8})\s*$/m.exec((await server.lastMail(ada)).text ?? '')?.[1] ?? '';
    await type(page, code);
    await send(page, '');
    await page.click('button');
    await page.waitForURL(`${site}/admin/login?done=logged-out`);

    await page.goto(`${site}/admin/magic-link`);
    await type(page, ada);
    await send(page, '/magic-link?sent=1');
    await page.goto((await server.lastLink(ada)).href);
    expect(await heading(page)).toBe('Sign in as a***@example.com?');
    await page.click('button');
    await page.waitForURL(`${site}/admin`);
  });

  test('a mailed link leads on to the frontend that asked for it', async () => {
    const server = await startMailedServer({ baseUrl: site, auth: { trustedOrigins: [frontend] } });
    await server.addUser(ada);
    const redirectTo = `${frontend}/start`;
    await server.client().post('/api/auth/magic-link', { email: ada, redirectTo });
    const { page, complaints } = await openViewer(server.url);
    await page.goto((await server.lastLink(ada)).href);
    await page.click('button');
    await page.waitForURL(redirectTo);
    expect(complaints.join()).not.toContain('form-action');
  });

  test('an invitation is accepted', async () => {
    const { page, server } = await opened();
    const root = await server.signedIn();
    await root.post('/api/auth/invites', { email: ada, role: 'editor', name: 'Ada' });
    await page.goto((await server.lastLink(ada)).href);
    expect(await page.getAttribute('#name', 'value')).toBe('Ada');
    await type(page, better);
    await send(page, '/login?done=invited');
    expect(await page.textContent('[role=status]')).toContain('Welcome!');
  });

  test.each(['light', 'dark'] as const)(
    'pages have the look of the dashboard, and no fault that axe finds: %s',
    async (colorScheme) => {
      const { page, server } = await opened({ colorScheme, javaScriptEnabled: true });
      await server.addUser(ada);
      const root = await server.signedIn();
      await root.post('/api/auth/invites', { email: 'guest@example.com', role: 'guest' });
      const { pathname, search } = await server.lastLink('guest@example.com');
      const paths = ['/login', '/login?done=verified', '/register', '/forgot-password', '/magic-link'];
      const more = [
        '/verify-email',
        '/verify-email?token=x',
        '/forgot-password?sent=1',
        '/magic-link?sent=1',
      ];
      for (const path of [...paths, ...more, `${pathname.replace('/admin', '')}${search}`]) {
        await page.goto(`${site}/admin${path}`);
        expect({ path, violations: await violationsOf(page) }).toEqual({ path, violations: [] });
      }
      await page.goto(`${site}/admin/login`);
      const seen = await page.evaluate(`(() => {
      const canvas = document.createElement('canvas').getContext('2d');
      const lightness = (color) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return canvas.getImageData(0, 0, 1, 1).data[0];
      };
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.card'));
      const [back, ink] = [lightness(backgroundColor), lightness(color)];
      return { isDark: back < 64 && ink > 192, isLight: back > 192 && ink < 64, brand: document.querySelector('.brand').textContent.replace(/\\s+/g, ' ').trim() };
    })()`);
      expect(seen).toEqual({
        isDark: colorScheme === 'dark',
        isLight: colorScheme === 'light',
        brand: 'S svc',
      });
    },
  );

  test('a screen of 320 pixels shows everything without scrolling sideways', async () => {
    const { page } = await opened({ viewport: { width: 320, height: 640 } });
    for (const path of ['login', 'register', 'forgot-password', 'magic-link', 'verify-email?token=x']) {
      await page.goto(`${site}/admin/${path}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    }
  });

  test('every input has a label, and every target can be hit', async () => {
    const { page } = await opened({ viewport: { width: 320, height: 640 } });
    for (const path of ['login', 'register', 'forgot-password', 'magic-link', 'magic-link?sent=1']) {
      await page.goto(`${site}/admin/${path}`);
      const faulty =
        await page.evaluate(`[...document.querySelectorAll('input:not([type=hidden]), button, a')]
        .filter((element) => {
          const { height } = element.getBoundingClientRect();
          const isSmall = height < 24 && element.type !== 'checkbox';
          return isSmall || (element.labels !== undefined && element.tagName === 'INPUT' && element.labels.length !== 1);
        })
        .map((element) => element.outerHTML)`);
      expect(faulty).toEqual([]);
    }
  });
});
