/** A project created with the command line and served by plain Node on a port, as users run it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type AnswerChecker, createAnswerChecker } from '../../support/openapi-validator.js';
import { type ServerProcess, startServer } from '../../support/server-process.js';
import { projectFolder, svc, type TemporaryFolder } from '../../support/svc-command.js';
import { databaseOfProject } from '../../support/test-database.js';
import { emptyStorageOfProject, storageOfProject } from '../../support/test-storage.js';
import { checkedDetails } from '../../support/without-reasons.js';
import { examConfig } from './exam-config.js';

/**
 * A parsed response body. Tests access any property; a missing one is undefined and fails the expectation.
 */
// biome-ignore lint/suspicious/noExplicitAny: the responses of a service have no type here.
export type Body = any;

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Exam {
  readonly url: string;
  /** The folder of the project. */
  readonly folder: string;
  readonly server: ServerProcess;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Called>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Called>;
  /** Requests a list with the given parameters as values. */
  list(slug: string, parameters: Readonly<Record<string, unknown>>): Promise<Called>;
  /** Creates a document and returns it. */
  create(slug: string, data: object): Promise<Body>;
  /** The error of a refused call: its status and body, without the reasons, which are checked. */
  refused(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<object>;
}

/**
 * Builds and serves a config before the tests of a file, and stops the server after them. Every response must
 * be declared in the emitted OpenAPI document. With `SVC_TEST_INSTANCES=2` two processes serve it, and each
 * use of `url` is about the next one.
 */
export function useExam(config: string = examConfig, env: NodeJS.ProcessEnv = {}): Exam {
  let folder: TemporaryFolder | null = null;
  const servers: ServerProcess[] = [];
  let check: AnswerChecker | null = null;

  beforeAll(async () => {
    folder = projectFolder({ 'svc.config.ts': config });
    const { code, stderr } = await svc(['build'], { cwd: folder.path });
    if (code !== 0) throw new Error(stderr);
    check = createAnswerChecker(readFileSync(join(folder.path, 'generated/openapi.json'), 'utf8'));
    const cwd = folder.path;
    const all = { ...(await databaseOfProject(cwd)), ...storageOfProject(cwd), ...env };
    const count = process.env['SVC_TEST_INSTANCES'] === '2' ? 2 : 1;
    while (servers.length < count)
      servers.push(await startServer(process.execPath, ['dist/server.js'], { cwd, env: all }));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    if (folder !== null) await emptyStorageOfProject(folder.path);
    folder?.[Symbol.dispose]();
  });

  let uses = 0;
  const running = (index = 0): ServerProcess => {
    const server = servers[index];
    if (server === undefined) throw new Error('The server is not running.');
    return server;
  };
  const exam: Exam = {
    get url() {
      uses += 1;
      return running(uses % Math.max(servers.length, 1)).url;
    },
    get folder() {
      return folder?.path ?? '';
    },
    get server() {
      return running();
    },
    async call(method, path, body, headers = {}) {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = {
        method,
        headers: { ...json, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const response = await fetch(`${exam.url}${path}`, sent);
      if (/^\/(api|health)(\/|$)/.test(path)) await check?.({ ...sent, url: path }, response);
      return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
    },
    get: (path, headers) => exam.call('GET', path, undefined, headers),
    list: (slug, parameters) => exam.get(`/api/${slug}?${queryOf(parameters)}`),
    async create(slug, data) {
      const { status, body } = await exam.call('POST', `/api/${slug}`, data);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    async refused(method, path, body, headers) {
      const called = await exam.call(method, path, body, headers);
      const { reason, params, ...rest } = called.body;
      const details = checkedDetails({ ...rest, message: rest.error, reason, params });
      return { status: called.status, ...rest, ...(details && { details }) };
    },
  };
  return exam;
}

/** A query string; objects are encoded as JSON. */
export function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    )
    .join('&');
}

/** The text of a file of the project. */
export function fileOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** The 400 for an issue at one path, with the message after the path. */
export function badInput(path: string, message: string): object {
  return { status: 400, error: `${path}: ${message}`, code: 'BAD_USER_INPUT', details: [{ path, message }] };
}

/** The 400 for one field of a body. */
export function badField(path: string, message: string): object {
  return {
    status: 400,
    error: `The data is not valid. ${path}: ${message}`,
    code: 'BAD_USER_INPUT',
    details: [{ path, message }],
  };
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
