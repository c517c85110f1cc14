/** Requests to the server, as the administrator or with other credentials. */
import { administrator } from './faulty-server.js';

export interface Reply {
  /** 0 where the connection broke. */
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Without the administrator's session. */
  readonly anonymous?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  send(call: Call): Promise<Reply>;
  /** The body of a request that must succeed. */
  done(call: Call): Promise<Record<string, unknown>>;
}

/** Logs the administrator in. */
export async function signIn(url: string): Promise<Client> {
  const cookie = await sessionCookie(url);
  async function send({ method, path, body, anonymous = false, headers = {} }: Call): Promise<Reply> {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(anonymous ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    } catch {
      return { status: 0, body: null };
    }
  }
  return {
    send,
    async done(call) {
      const { status, body } = await send(call);
      if (status >= 200 && status < 300) return body as Record<string, unknown>;
      throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`);
    },
  };
}

async function sessionCookie(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('svc_session='));
  if (cookie === undefined) throw new Error(`The administrator cannot log in: ${await response.text()}`);
  await response.arrayBuffer();
  return cookie.replace(/;.*/, '');
}
