import { connect, type Socket } from 'node:net';

/** A response parsed by hand, since a client library would hide details that tests check. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test writes arbitrary bytes. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** Everything received so far. */
  readonly received: string;
  /** Resolves with the first `count` responses. Each must have a Content-Length or no body. */
  answers(count: number): Promise<readonly RawAnswer[]>;
  /** Resolves with everything received, once the server has closed the connection. */
  closed(): Promise<string>;
}

/** Opens a connection to a server. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let ended = false;
  const listeners = new Set<() => void>();
  function changed(): void {
    for (const listener of [...listeners]) listener();
  }
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    changed();
  });
  for (const event of ['end', 'close', 'error'] as const) {
    socket.on(event, () => {
      ended = true;
      changed();
    });
  }
  await new Promise((resolve) => socket.once('connect', resolve));

  function wait<T>(look: () => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      function check(): void {
        const found = look();
        if (found === null && !ended) return;
        listeners.delete(check);
        if (found === null)
          reject(new Error(`The connection ended after ${JSON.stringify(received.slice(-500))}.`));
        else resolve(found);
      }
      listeners.add(check);
      check();
    });
  }

  return {
    socket,
    write: (text) => void socket.write(text, 'latin1'),
    get received() {
      return received;
    },
    answers: (count) =>
      wait(() => {
        const answers = parseAnswers(received);
        return answers.length < count ? null : answers;
      }),
    closed: () => wait(() => (ended ? received : null)),
  };
}

/** Sends the text of one request unchanged and returns the response. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const connection = await openRaw(url);
  connection.write(text);
  const [answer] = await connection.answers(1);
  connection.socket.destroy();
  if (!answer) throw new Error('There is no answer.');
  return answer;
}

/** Sends a request with a request target that client libraries do not allow. */
export async function requestTarget(url: string, method: string, target: string): Promise<RawAnswer> {
  return sendRaw(url, `${method} ${target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);
}

function parseAnswers(text: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    rest = rest.slice(end + 4 + length);
    if (status !== 100) answers.push({ status, headers, body });
  }
}
