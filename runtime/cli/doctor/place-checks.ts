import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isPlainAddress } from '../../config/plain-address.js';
import { sizeText } from '../text/size-text.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

const littleSpace = 200_000_000;

/** Checks whether the address of the server is free; a server of this project may already use it. */
export async function checkPort(port: number, host: string | undefined): Promise<Finding> {
  if (port === 0) return fine('port', 'any free port');
  const error = await listenError(port, host);
  if (error === null) return fine('port', `${port} is free`);
  if (error.code === 'EADDRINUSE') {
    if (await isServedBySvc(port, host)) return fine('port', `svc is serving on ${port}`);
    return broken('port', `${port} is in use by another program`, 'stop that program, or set PORT');
  }
  if (error.code === 'EACCES') return broken('port', `${port} needs privileges`, 'set PORT to 1024 or above');
  return broken(
    'port',
    `HOST ${host} is not an address of this machine`,
    'set HOST to 0.0.0.0, or leave it out',
  );
}

function listenError(port: number, host: string | undefined): Promise<NodeJS.ErrnoException | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', done);
    server.listen({ port, host }, () => server.close(() => done(null)));
  });
}

async function isServedBySvc(port: number, host: string | undefined): Promise<boolean> {
  const name = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/health/live`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) });
    return answer.headers.has('x-svc-contract');
  } catch {
    return false;
  }
}

/** Checks whether links in mails and documents lead anywhere. */
export function checkBaseUrl(baseUrl: string | null, port: number): Finding {
  if (baseUrl === null) return fine('base url', `not set: http://localhost:${port} is used`);
  if (!isPlainAddress(baseUrl)) return fine('base url', baseUrl);
  return doubtful('base url', `${baseUrl} is not encrypted`, 'use https:// if other machines call it');
}

/** Checks whether there is free space for the database to grow. */
export function checkSpace(databasePath: string): Finding {
  const { bavail, bsize } = statfsSync(nearestPlace(resolve(databasePath)));
  const free = bavail * bsize;
  const text = `${sizeText(free)} free`;
  return free < littleSpace
    ? doubtful('disk', text, 'free space before the database needs it')
    : fine('disk', text);
}

/** The path itself, or the nearest folder above it that exists. */
export function nearestPlace(path: string): string {
  return existsSync(path) ? path : nearestPlace(dirname(path));
}
