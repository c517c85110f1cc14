/** The methods of `client.routes` are typed by the schemas of the config. */
import { createClient, type RouteError } from '../../fixtures/own-routes/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const { routes, safe } = createClient({ baseUrl: 'http://localhost' });

const stats = await routes.articleStats({ params: { year: 2026 }, query: { section: ['news'] } });
is<number>()(stats.year);
is<string | null>()(stats.at);
is<ReadonlyArray<'news' | 'guide'>>()(stats.sections);
is<void>()(await routes.ping());

const { data, error } = await safe.routes.subscribe({ body: { email: 'a@example.com' } });
is<RouteError | null>()(error);
if (data && 'queued' in data) is<true>()(data.queued);

// @ts-expect-error: no such route
routes.articleStat;
// @ts-expect-error: the parameter of the path is missing
routes.articleStats({});
// @ts-expect-error: not a number
routes.articleStats({ params: { year: 'this' } });
// @ts-expect-error: not one of the sections
routes.articleStats({ params: { year: 2026 }, query: { section: ['sports'] } });
// @ts-expect-error: unknown parameter
routes.articleStats({ params: { year: 2026 }, query: { page: 1 } });
// @ts-expect-error: no body
routes.subscribe();
// @ts-expect-error: an unknown field
routes.subscribe({ body: { email: 'a@example.com', name: 'A' } });
// @ts-expect-error: it takes nothing
routes.ping({ body: {} });
