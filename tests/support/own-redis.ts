/** A private Redis server for a test, which it can stop, pause and start again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';

export interface OwnRedis {
  readonly url: string;
  /** Ends the server at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts the server again at the same address, with its data (it uses an append-only file). */
  start(): Promise<void>;
  /** Stops the process: connections stay open, but there are no responses. */
  pause(): void;
  resume(): void;
  /** Closes all connections of clients. */
  cutConnections(): Promise<void>;
}

export async function startOwnRedis(...settings: readonly string[]): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const own = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...own, ...settings];
    child = spawn('redis-server', args, { stdio: 'ignore' });
    await answering(port);
  }

  async function kill(): Promise<void> {
    const ended = child;
    child = null;
    if (ended === null) return;
    const exit = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exit;
  }

  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url,
    kill,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async cutConnections() {
      const client = new Redis(url);
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await client.quit();
    },
  };
}

/** Waits until the server accepts commands, or requires a password. */
async function answering(port: number): Promise<void> {
  for (;;) {
    const answer = await ask(port).catch(() => '');
    if (/PONG|NOAUTH/.test(answer)) return;
    await delay(20);
  }
}

async function ask(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end('PING\r\n');
  return text(socket);
}
