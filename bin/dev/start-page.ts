import { documentationRoutes, healthRoutes } from '../../runtime/cli/index.js';
import type { App } from '../../runtime/index.js';

const { getOpenapiDocument, getReference } = documentationRoutes;

/**
 * `GET /` under `svc dev`: a page that leads to the dashboard, the API reference and a first call, for users
 * who open the address that the terminal shows. A production server has no such page: its root is free for
 * the team's own.
 */
export function addStartPage(app: App): void {
  app.express.get('/', async (_request, response) => {
    const openapi = await app.fetch(getOpenapiDocument.path);
    const contract = (await openapi.json()) as Contract;
    const hasDashboard = (await app.fetch('/admin', { redirect: 'manual' })).status !== 404;
    response
      .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(startPage(contract, hasDashboard));
  });
}

/** The part of the OpenAPI document that the page needs. */
interface Contract {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId?: string } }>>;
}

function startPage({ info, paths }: Contract, hasDashboard: boolean): string {
  const title = escaped(info.title);
  const list = Object.entries(paths).find(
    ([path, { get }]) => /^\/api\/[\w-]+$/.test(path) && /^list/.test(get?.operationId ?? ''),
  );
  const first =
    list?.[0] ??
    Object.keys(paths).find((path) => path.startsWith('/api/globals/')) ??
    healthRoutes.getReadiness.path;
  const links = [
    ...(hasDashboard ? [['/admin', 'Dashboard', 'Write and publish documents.']] : []),
    [getReference.path, 'API reference', 'Every route with its parameters and responses.'],
    [getOpenapiDocument.path, 'OpenAPI document', 'The contract, for other tools.'],
    [first, 'A first call', `GET ${first}`],
  ];
  const items = links.map(
    ([href = '', label = '', note = '']) =>
      `<li><a href="${escaped(href)}">${escaped(label)}</a> <span>${escaped(note)}</span></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; }
li { margin: 0.5rem 0; }
span { opacity: 0.75; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>The development server is running.</p>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
