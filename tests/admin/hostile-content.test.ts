import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  emailOf,
  password,
  type Role,
  startDashboard,
} from './support/dashboard-server.js';

/** A text that runs a script wherever it is parsed as markup or code, with a word to find it by. */
const hostile = (word: string): string =>
  `${word}"'><img src=x onerror=ran()><script>ran()</script><svg onload=ran()></svg>{{ran()}}\${ran()}</textarea></style>`;

const schemes = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  'java\tscript:ran()',
  ' \u0001javascript:ran()',
  'data:text/html,<script>parent.ran()</script>',
  'vbscript:ran()',
  'blob:ran()',
  'view-source:javascript:ran()',
];

const text = (value: string, ...marks: object[]): object => ({ type: 'text', text: value, marks });
const paragraph = (...content: object[]): object => ({ type: 'paragraph', content });

/** A rich-text tree with hostile values in every possible place. Services accept any JSON here. */
const story = {
  type: 'doc',
  content: [
    paragraph(text(hostile('Storytext'))),
    ...schemes.map((href, index) =>
      paragraph(
        text(`Link ${index}`, {
          type: 'link',
          attrs: {
            href,
            target: '_self',
            rel: hostile('rel'),
            title: hostile('title'),
            class: 'dialog-overlay',
          },
        }),
      ),
    ),
    paragraph(text('Quoting link', { type: 'link', attrs: { href: '"onmouseover="ran()" x="' } })),
    paragraph(text('Entity link', { type: 'link', attrs: { href: 'javascript&colon;ran()' } })),
    paragraph(text('Odd link', { type: 'link', attrs: { href: { toString: 'ran()' } } })),
    paragraph(text('Good link', { type: 'link', attrs: { href: 'https://example.org/' } })),
    {
      type: 'heading',
      attrs: { level: 1, onclick: 'ran()', style: 'position:fixed;inset:0' },
      content: [text('Head')],
    },
    {
      type: 'codeBlock',
      attrs: { language: 'js dialog-overlay" onclick="ran()' },
      content: [{ type: 'text', text: hostile('Codetext') }],
    },
    { type: hostile('Nodetype'), attrs: { src: 'javascript:ran()' } },
    paragraph(text('marked', { type: hostile('Marktype'), attrs: { onclick: 'ran()' } })),
  ],
};

const q = (word: string): string => JSON.stringify(hostile(word));

const config = `
  name: ${q('Servicename')},
  admin: { name: ${q('Brandname')}, css: './brand.css' },
  collections: [{
    slug: 'posts',
    labels: { singular: ${q('Singularlabel')}, plural: ${q('Plurallabel')} },
    description: ${q('Collectiontext')},
    versions: true,
    admin: { useAsTitle: 'title', group: ${q('Grouplabel')}, defaultColumns: ['title', 'note', 'kind', 'related', 'data', 'story'] },
    access: { read: ['super_admin', 'customer'] },
    hooks: { beforeChange: ({ data }) => {
      if (data.title === 'refuse') throw refuse(${q('Hooktext')}, [
        { path: 'title', message: ${q('Faulttext')} }, { path: 'nowhere', message: ${q('Elsewheretext')} },
      ]);
    } },
    fields: [
      { name: 'title', type: 'text', label: ${q('Fieldlabel')}, description: ${q('Fieldtext')}, admin: { placeholder: ${q('Placeholder')} } },
      { name: 'note', type: 'textarea' },
      { name: 'address', type: 'text' },
      { name: 'homepage', type: 'url' },
      { name: 'file', type: 'text' },
      { name: 'kind', type: 'select', options: [{ label: ${q('Optionlabel')}, value: 'a' }] },
      { name: 'tags', type: 'text', hasMany: true },
      { name: 'data', type: 'json' },
      { name: 'story', type: 'richText' },
      { name: 'related', type: 'relationship', to: 'posts' },
      { name: 'several', type: 'relationship', to: 'posts', hasMany: true },
      { name: 'rows', type: 'array', label: ${q('Rowslabel')}, fields: [{ name: 'caption', type: 'text' }] },
      { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', label: ${q('Blocklabel')}, fields: [{ name: 'said', type: 'text' }] }] },
    ],
  }],
  globals: [{ slug: 'site', label: ${q('Globallabel')}, fields: [{ name: 'slogan', type: 'text' }] }]`;

/** The stylesheet of a brand applies unchanged, but cannot run a script. */
const css = `
  .brand-name::after { content: "</style><script>ran()</script>"; }
  body { inline-size: expression(ran()); behavior: expression(ran()); }`;

interface Watched {
  readonly ran: number;
  readonly violations: readonly string[];
}

const suite = describe.skipIf(noBrowser !== null);

suite(`content that means harm${noBrowser ? `: ${noBrowser}` : ''}`, { timeout: 120_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    server = await startDashboard('minimal', {
      config: `auth: { secret: process.env['SVC_SECRET'] }, ${config}`,
      files: { 'brand.css': css },
      imports: "import { refuse } from 'svc';",
    });
    api = await server.api();
    const create = async (path: string, body: object): Promise<ApiBody> => {
      const { status, body: answer } = await api('POST', path, body);
      expect({ path, status, answer }).toMatchObject({ status: 201 });
      return (answer.apiKey ?? answer) as ApiBody;
    };
    const target = await create('/api/posts', { title: hostile('Targettitle') });
    const post = await create('/api/posts', {
      title: hostile('Posttitle'),
      note: hostile('Notetext'),
      address: 'javascript:ran()',
      homepage: 'https://example.org/?a="onmouseover="ran()',
      file: `../${hostile('File name')}.svg`,
      kind: 'a',
      tags: [hostile('Tagtext')],
      data: { [hostile('Jsonkey')]: hostile('Jsontext'), __html: hostile('Html') },
      story,
      related: target.id,
      several: [target.id],
      rows: [{ caption: hostile('Captiontext') }],
      parts: [{ blockType: 'quote', said: hostile('Saidtext') }],
    });
    await api(
      'PATCH',
      `/api/posts/${post.id}`,
      { title: hostile('Newtitle'), note: hostile('Newnote') },
      { 'x-draft': 'true' },
    );
    await api('PATCH', '/api/globals/site', { slogan: hostile('Slogantext') });
    const { id: customer } = server.users.get('customer') ?? { id: '' };
    await api('PATCH', `/api/users/${customer}`, { name: hostile('Username') });
    const me = await api('GET', '/api/auth/me');
    await api('PATCH', `/api/users/${me.body.user.id}`, { name: hostile('Ownname') });
    const key = await create('/api/auth/api-keys', { name: hostile('Keyname'), scopes: ['posts:read'] });
    const nobody = await server.api(null);
    await nobody('POST', '/api/auth/login', { email: emailOf('customer'), password: 'wrong' }, agent);
    await nobody('POST', '/api/auth/login', { email: emailOf('customer'), password }, agent);
    Object.assign(made, { post: post.id, target: target.id, customer, key: key.id });
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const agent = { 'user-agent': hostile('Useragent'), 'x-request-id': 'hostile' };

  const dialogs: string[] = [];

  /** A page that counts the scripts that ran and the violations of its Content-Security-Policy. */
  async function watched(role: Role = 'super_admin'): Promise<Page> {
    const { page, context } = await openDashboard(server, { role, path: '/admin/profile' });
    page.setDefaultTimeout(15_000);
    page.on('dialog', (dialog) => {
      // The dashboard opens a dialog only before the user leaves a changed form; any other comes from a
      // script.
      if (dialog.type() === 'beforeunload') return void dialog.accept();
      dialogs.push(dialog.message());
      return void dialog.dismiss();
    });
    await context.addInitScript(() => {
      const seen = { ran: 0, violations: [] as string[] };
      Object.assign(window, {
        seen,
        ran: () => {
          seen.ran++;
        },
      });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        seen.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
      );
    });
    return page;
  }

  async function expectHarmless(page: Page): Promise<void> {
    const seen = await page.evaluate(() => (window as unknown as { readonly seen: Watched }).seen);
    expect({ ...seen, dialogs }).toEqual({ ran: 0, violations: [], dialogs: [] });
    const found = await page.evaluate(() => ({
      elements: [
        ...document.querySelectorAll(
          'img[src="x"], script:not([src]), svg[onload], [onerror], [onclick], [onmouseover], iframe, object, embed',
        ),
      ].map(({ outerHTML }) => outerHTML),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href], form[action]')]
        .filter(({ protocol }) => !/^(https?|mailto|tel):$/.test(protocol))
        .map(({ outerHTML }) => outerHTML),
    }));
    expect(found).toEqual({ elements: [], links: [] });
  }

  /** Expects each text on the page, character for character: as text, or in an input. */
  async function expectShown(page: Page, ...words: string[]): Promise<void> {
    for (const word of words) {
      await expect
        .poll(
          () =>
            page.evaluate((wanted) => {
              const inputs = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
              const attributes = inputs.flatMap(({ value, placeholder }) => [value, placeholder]);
              return [document.body.textContent ?? '', ...attributes].some((one) => one.includes(wanted));
            }, word),
          { message: `${word} on ${page.url()}`, timeout: 15_000 },
        )
        .toBe(true);
    }
  }

  test('is shown as the text that it is, on every screen', async () => {
    const page = await watched();
    const screens: readonly (readonly [path: string, ...words: string[]])[] = [
      [
        '',
        ...['Brandname', 'Grouplabel', 'Plurallabel', 'Globallabel', 'Newtitle', 'Targettitle'].map(hostile),
      ],
      [
        '/collections/posts',
        ...['Newtitle', 'Newnote', 'Targettitle', 'Optionlabel', 'Storytext'].map(hostile),
        'Jsonkey',
      ],
      [`/collections/posts?q=${encodeURIComponent(hostile('Searchtext'))}`, hostile('Searchtext')],
      [
        `/collections/posts?where=${encodeURIComponent(JSON.stringify({ title: { contains: hostile('Filtertext') } }))}`,
        hostile('Filtertext'),
        hostile('Fieldlabel'),
      ],
      ['/collections/posts/new', ...['Fieldlabel', 'Fieldtext', 'Placeholder', 'Rowslabel'].map(hostile)],
      [
        `/collections/posts/${made['post']}`,
        ...[
          'Newtitle',
          'Newnote',
          'File name',
          'Tagtext',
          'Targettitle',
          'Captiontext',
          'Saidtext',
          'Blocklabel',
        ].map(hostile),
        ...['Jsonkey', 'Jsontext', 'Storytext', 'Codetext', 'Nodetype', 'Good link'],
      ],
      [`/collections/posts/${made['post']}/versions`, 'Newtitle', 'Posttitle'],
      ['/globals/site', hostile('Slogantext'), hostile('Globallabel')],
      ['/users', hostile('Username')],
      [`/users/${made['customer']}`, hostile('Username')],
      ['/profile', hostile('Ownname')],
      ['/sessions', 'Sign'],
      ['/api-keys', hostile('Keyname')],
      [`/api-keys/${made['key']}`, hostile('Keyname')],
      ['/invites', 'Invitations'],
      ['/audit-log', emailOf('customer')],
      ['/settings/system', 'System settings'],
      [`/${encodeURIComponent(hostile('Nowhere'))}`, 'Page not found'],
      [`/collections/${encodeURIComponent(hostile('Nowhere'))}`, 'Page not found'],
    ];
    for (const [path, ...words] of screens) {
      await page.goto(`/admin${path}`);
      await expectShown(page, ...words);
      await expectHarmless(page);
    }
    expect(await page.title()).toContain('Brandname');
  });

  test('nor does it run in dialogs, details, messages and refusals', async () => {
    const page = await watched();
    await page.goto('/admin/audit-log');
    const logins = page.getByRole('row').filter({ hasText: emailOf('customer') });
    for (const index of [0, 1]) {
      await logins.nth(index).getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('summary').click();
      await expect.poll(() => dialog.innerText()).toContain(hostile('Useragent'));
      await expectHarmless(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.goto(`/admin/collections/posts/${made['target']}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectShown(page, hostile('Newtitle'));
    await expectHarmless(page);
    await page.keyboard.press('Escape');
    await page.goto('/admin/collections/posts/new');
    await page.locator('[data-field="title"] input').fill('refuse');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectShown(page, ...['Faulttext', 'Elsewheretext'].map(hostile));
    await expectHarmless(page);
    await page.goto(`/admin/collections/posts/${made['post']}`);
    await page.locator('[data-field="note"] textarea').fill(hostile('Typedtext'));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.locator('.toast').first().waitFor();
    await expectHarmless(page);
    await page
      .getByText(/unpublished changes?/)
      .first()
      .click();
    await expectShown(page, hostile('Typedtext'));
    await expectHarmless(page);
  });

  test.each(['super_admin', 'customer'] as const)(
    'a link of a rich text that would run something leads nowhere: %s',
    async (role) => {
      const page = await watched(role);
      const address = `${server.url}/admin/collections/posts/${made['post']}`;
      await page.goto(address);
      const content = page.locator('.rich-content');
      await content.waitFor();
      expect(await content.getAttribute('contenteditable')).toBe(role === 'customer' ? 'false' : 'true');
      const good = content.getByText('Good link');
      expect(await good.evaluate((element) => element.closest('a')?.href)).toBe('https://example.org/');
      for (const index of schemes.keys()) {
        const link = content.getByText(`Link ${index}`, { exact: true });
        expect(
          await link.evaluate((element) => element.closest('a')?.getAttribute('href') ?? null),
        ).toBeNull();
        const before = page.context().pages().length;
        await link.click();
        await link.click({ modifiers: ['Control'] });
        expect(page.context().pages()).toHaveLength(before);
      }
      expect(page.url()).toBe(address);
      // The content does not keep CSS classes of the dashboard, such as the one of an overlay.
      expect(await content.locator('.dialog-overlay').count()).toBe(0);
      await expectHarmless(page);
    },
  );
});

interface ApiBody {
  readonly id: string;
}
