/** A site of which the service is a part, as behind a proxy: its pages have the origin of the API. */
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Exam } from '../../contract/support/exam.js';

export interface Site {
  readonly url: string;
  /** Paths that were asked for, beside those of the API and of the SDK. */
  readonly asked: readonly string[];
  close(): void;
}

/** Starts it: an empty page at every path, the API under `/api`, and the generated SDK under `/sdk`. */
export async function startSite(exam: Exam): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/api/')) {
      const { method, headers } = incoming;
      const passed = request(`${exam.url}${path}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(passed);
    } else if (path.startsWith('/sdk/')) {
      void readFile(join(exam.folder, 'generated', path)).then(
        (code) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(code),
        () => response.writeHead(404).end(),
      );
    } else {
      asked.push(path);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
}
