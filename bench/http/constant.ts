/**
 * The limit of kept responses: a bare server that sends the same bytes for a path each time, as strings,
 * which Node joins with the head. Reads the port and a JSON file of bodies by path.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '0', file = ''] = process.argv.slice(2);
const bodies = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));

createServer((request, response) => {
  const body = bodies.get(request.url ?? '');
  response.writeHead(body === undefined ? 404 : 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body === undefined ? 0 : Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
