/**
 * What a good engineer writes by hand for the `posts` and `authors` of the benchmark: Express 5,
 * better-sqlite3 with prepared statements and the right indexes, zod on every input, Express's costly
 * defaults (ETag by hash, X-Powered-By) off. It returns the same documents as the generated server, and has
 * nothing that the benchmark does not use.
 *
 * `node baseline.mjs DATABASE PORT`
 */
import express from 'express';
import { answerNotFound, listenOn, readChange, readListQuery, readPost } from './hand-written.js';
import { openPosts } from './posts-on-sqlite.js';

const [file = ':memory:', port = '0'] = process.argv.slice(2);
const posts = openPosts(file);

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/api/posts', (req, res) => {
  res.json(posts.page(readListQuery(req.query)));
});

app.get('/api/posts/:id', (req, res) => {
  const post = posts.find(req.params.id);
  if (!post) {
    answerNotFound(res);
    return;
  }
  const etag = `"${post.revision}"`;
  res.set('ETag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return;
  }
  res.json(post.document);
});

app.post('/api/posts', express.json(), (req, res) => {
  const { id, document } = posts.create(readPost(req.body));
  res.status(201).location(`/api/posts/${id}`).json(document);
});

app.patch('/api/posts/:id', express.json(), (req, res) => {
  const post = posts.change(String(req.params['id']), readChange(req.body));
  if (!post) {
    answerNotFound(res);
    return;
  }
  res.set('ETag', `"${post.revision}"`).json(post.document);
});

listenOn(app, port);
