// Loaded into the server by `--import`. Once its parent has armed it, it counts the calls of the database's
// driver, and lets the Nth fail, or ends the process there:
//   error      the Nth call fails, and did nothing
//   late       the Nth call fails, but was done: a response of the database that got lost
//   storm      the Nth call and all after it fail: the disk is full, the network is gone
//   kill       the process is killed before the Nth call
//   late-kill  the process is killed after the Nth call
import Database from 'better-sqlite3';
import pg from 'pg';

let plan = null;
let calls = 0;
let fired = false;

process.on('message', (message) => {
  if (message.arm) {
    plan = message.arm;
    calls = 0;
    fired = false;
    process.send?.({ fired });
  } else if (message.disarm) {
    plan = null;
    process.send?.({ fired });
  }
});
// The channel must not keep the server alive after SIGTERM.
process.channel?.unref();

/** What happens at this call: null for nothing. */
function due() {
  if (plan === null) return null;
  calls += 1;
  const isDue = plan.kind === 'storm' ? calls >= plan.at : calls === plan.at;
  if (!isDue) return null;
  fired = true;
  return plan.kind === 'storm' ? 'error' : plan.kind;
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

const diskError = () => new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');

const memory = new Database(':memory:');
const statement = Object.getPrototypeOf(memory.prepare('SELECT 1'));
memory.close();
for (const method of ['run', 'get', 'all']) {
  const original = statement[method];
  statement[method] = function faulty(...parameters) {
    const kind = due();
    if (kind === 'error') throw diskError();
    if (kind === 'kill') die();
    const result = Reflect.apply(original, this, parameters);
    if (kind === 'late') throw diskError();
    if (kind === 'late-kill') die();
    return result;
  };
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function faulty(...parameters) {
  const kind = due();
  if (kind === 'kill') die();
  // As when the server or the network between is gone.
  if (kind === 'error') this.connection.stream.destroy();
  const isLate = kind === 'late' || kind === 'late-kill';
  // A batch of statements reports its own end.
  const [batch] = parameters;
  if (isLate && typeof batch.submit === 'function') {
    batch.handleReadyForQuery = () => {
      if (kind === 'late-kill') die();
      this.connection.stream.destroy();
      batch.handleError(new Error('Connection terminated unexpectedly'));
    };
  }
  const result = Reflect.apply(query, this, parameters);
  if (!isLate || result === batch) return result;
  return Promise.resolve(result).finally(() => {
    if (kind === 'late-kill') die();
    this.connection.stream.destroy();
    throw new Error('Connection terminated unexpectedly');
  });
};
