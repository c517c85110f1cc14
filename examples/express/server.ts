import express from 'express';
import { formOf, receiveForm } from './form.js';
import { isSvcError, type SvcError } from './generated/sdk/index.js';
import { createApp } from './generated/server.js';
import { guestBook } from './page.js';
import { visitorsOf } from './visitor.js';

const service = createApp();
const clientOf = visitorsOf(service);
const site = express();

// Pages of the site. They read and write as the visitor, so the rules of the config apply to them too.
site.get('/', async (request, response) => {
  const client = clientOf(request, response);
  const { user } = await client.auth.me();
  const { docs } = await client.entries.find({
    limit: 50,
    depth: 1,
    select: ['text', 'signature', 'photo'],
  });
  response.send(guestBook({ user, entries: docs, message: String(request.query['message'] ?? '') }));
});

site.post('/entries', receiveForm, async (request, response) => {
  const form = await formOf(request);
  const client = clientOf(request, response).safe;
  const file = form.get('photo');
  const data = { text: String(form.get('text')) };
  let error: SvcError | null = null;
  let photo: string | null = null;
  if (file instanceof File && file.size > 0) {
    const stored = await client.photos.create({ alt: String(form.get('alt')) }, { file });
    ({ error } = stored);
    photo = stored.data?.id ?? null;
  }
  if (error === null) ({ error } = await client.entries.create({ ...data, photo }));
  response.redirect(303, error ? `/?message=${encodeURIComponent(error.message)}` : '/');
});

site.post('/login', express.urlencoded({ extended: false }), async (request, response) => {
  const { email, password } = request.body;
  const { error } = await clientOf(request, response).safe.auth.login({ email, password });
  response.redirect(303, error ? '/?message=No such email and password.' : '/');
});

site.post('/logout', async (request, response) => {
  await clientOf(request, response).auth.logout();
  response.redirect(303, '/');
});

// The API, the dashboard under /admin, and /health. What is none of them is handed on.
site.use(service);

site.use(
  (error: unknown, _request: express.Request, response: express.Response, next: express.NextFunction) => {
    if (!isSvcError(error)) return next(error);
    response.status(error.status ?? 502).send(error.message);
  },
);

await service.ready();
const server = site.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => server.close(() => void service.close()));
