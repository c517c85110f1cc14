/** Saved views: their collections are those of the client. */
import { createClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });

const { docs } = await client.svc.views({ slug: 'posts' });
const [view] = docs;
if (view !== undefined) {
  is<string[]>()(view.dropped);
  is<string | undefined>()(view.query.sort);
  is<boolean>()(view.isOwn);
  // @ts-expect-error: no such part
  view.query.page;
}
const made = await client.svc.createView({ slug: 'products', name: 'Dear', query: { sort: 'price_desc' } });
is<string>()(made.id);
await client.svc.updateView(made.id, { isDefault: true, roles: ['editor'] });
is<{ message: string }>()(await client.svc.deleteView(made.id));
// @ts-expect-error: no such collection
await client.svc.views({ slug: 'nowhere' });
// @ts-expect-error: a view has a query
await client.svc.createView({ slug: 'posts', name: 'All' });
// @ts-expect-error: a view stays in its collection
await client.svc.updateView(made.id, { slug: 'posts' });
