/** One write with a fault at each call of the database's driver, one after the other. */
import { type Call, type Client, type Reply, signIn } from './client.js';
import type { FaultKind, FaultyProject, FaultyServer } from './faulty-server.js';
import { lookAt } from './world.js';

export interface TriedWrite {
  readonly name: string;
  readonly call: Call;
  readonly kind: FaultKind;
  /** The state before, by {@link lookAt}. */
  readonly before: string;
  /** The ids in it. */
  readonly known: ReadonlySet<string>;
}

export interface Tried {
  /** Faults that were met. */
  readonly faults: number;
  /** Of these, writes that were done although the response was an error, or was never sent. */
  readonly doneUnsaid: number;
  /** What is wrong, in sentences. */
  readonly problems: readonly string[];
}

/** More calls than any write needs. */
const maxCalls = 200;

/** The state after a write without faults. */
export async function stateAfter(project: FaultyProject, { call, known }: TriedWrite): Promise<string> {
  const server = await project.startCopy();
  try {
    const client = await signIn(server.url);
    await client.done(call);
    return await lookAt(client, known);
  } finally {
    await server.stop('SIGKILL');
  }
}

export async function tryWrite(project: FaultyProject, write: TriedWrite): Promise<Tried> {
  const after = await stateAfter(project, write);
  const problems: string[] = [];
  let faults = 0;
  let doneUnsaid = 0;
  for (let at = 1; at <= maxCalls; at += 1) {
    const used = await project.startCopy();
    const attempt = await tryAt(used, project, { ...write, at }).catch((error: Error) => error);
    if (attempt instanceof Error) {
      const log = used.log.join('').split('\n').slice(-4).join('\n');
      problems.push(`${write.name}, ${write.kind} at call ${at}: ${attempt.message}\n${log}`);
      await used.stop('SIGKILL');
      continue;
    }
    if (attempt.fired) {
      faults += 1;
      const verdict = judge({ ...write, ...attempt, after });
      if (verdict === 'undone') problems.push(...(await writeAgain(attempt.server, { ...write, after })));
      else if (verdict !== 'done') problems.push(`${write.name}, ${write.kind} at call ${at}: ${verdict}`);
      else if (attempt.reply.status >= 300 || attempt.reply.status === 0) doneUnsaid += 1;
    }
    await attempt.server.stop('SIGKILL');
    if (!attempt.fired) break;
  }
  return { faults, doneUnsaid, problems };
}

interface Attempt {
  /** The server that runs now. */
  readonly server: FaultyServer;
  readonly reply: Reply;
  /** Whether there was a fault. */
  readonly fired: boolean;
  readonly state: string;
}

async function tryAt(
  server: FaultyServer,
  project: FaultyProject,
  { call, kind, at, known }: TriedWrite & { readonly at: number },
): Promise<Attempt> {
  const client = await signIn(server.url);
  await server.arm(kind, at);
  const reply = await client.send(call);
  const fired = await server.disarm();
  const running = server.isAlive() ? server : await project.startAgain();
  const later: Client = running === server ? client : await signIn(running.url);
  return { server: running, reply, fired, state: await lookAt(later, known) };
}

interface Judged extends TriedWrite, Attempt {
  readonly after: string;
}

/** Whether the write was done or not; else what is wrong. */
function judge({ reply, state, before, after }: Judged): 'done' | 'undone' | (string & {}) {
  const { status, body } = reply;
  const said = `${status} ${JSON.stringify(body)?.slice(0, 200)}`;
  const isDone = state === after;
  if (!isDone && state !== before)
    return `neither as before nor as after, after ${said}\n${difference(state, before, after)}`;
  if (status >= 200 && status < 300 && !isDone && before !== after) return `confirmed but lost: ${said}`;
  if (status >= 400 && status < 500)
    return `a fault of the storage was reported as one of the request: ${said}`;
  return isDone && before !== after ? 'done' : 'undone';
}

/** Sends the same write without a fault; returns what is wrong then. */
async function writeAgain(
  server: FaultyServer,
  { name, kind, call, known, after, before }: TriedWrite & { readonly after: string },
): Promise<readonly string[]> {
  const client = await signIn(server.url);
  const { status, body } = await client.send(call);
  const state = await lookAt(client, known);
  if (status >= 200 && status < 300 && state === after) return [];
  const said = `${status} ${JSON.stringify(body)?.slice(0, 200)}`;
  return [
    `${name}, after ${kind}: the next write does not work: ${said}\n${difference(state, before, after)}`,
  ];
}

/** The lines of a state that neither the one before nor the one after has. */
function difference(state: string, before: string, after: string): string {
  const known = new Set([...before.split('\n'), ...after.split('\n')]);
  const lines = state.split('\n').filter((line) => !known.has(line));
  return lines.slice(0, 12).join('\n') || 'The lines are known, in another order or number.';
}
