/**
 * The limit of what Node does with this database: `node:http`, the same statements as the hand-written
 * server, and nothing else. No validation, no errors, no framework, one write of head and body.
 *
 * `node bare.mjs DATABASE PORT`
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { PostBody, PostChange } from './hand-written.js';
import { openPosts } from './posts-on-sqlite.js';

const [file = ':memory:', port = '0'] = process.argv.slice(2);
const posts = openPosts(file);
const list = '/api/posts';

createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'POST' || method === 'PATCH') {
    json(request).then((body) => write(request, response, body as PostBody), fail);
    return;
  }
  if (url.startsWith(`${list}/`)) {
    const post = posts.find(url.slice(list.length + 1));
    send(response, post ? 200 : 404, post?.document ?? {});
    return;
  }
  const query = new URLSearchParams(url.slice(list.length + 1));
  const where = query.get('where');
  const page = posts.page({
    page: Number(query.get('page') ?? 1),
    limit: Number(query.get('limit') ?? 10),
    depth: Number(query.get('depth') ?? 0),
    sort: query.get('sort') ?? 'createdAt_desc',
    where: where === null ? undefined : (JSON.parse(where) as { category: { equals: string } }),
  });
  send(response, 200, page);
}).listen(Number(port), '127.0.0.1');

function write(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  body: PostBody & PostChange,
): void {
  if (method === 'POST') {
    send(response, 201, posts.create(body).document);
    return;
  }
  const post = posts.change(url.slice(list.length + 1), body);
  send(response, post ? 200 : 404, post?.document ?? {});
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function fail(error: unknown): never {
  throw error;
}
