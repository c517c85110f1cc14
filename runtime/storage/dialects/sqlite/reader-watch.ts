/**
 * Ends a reader process whose server is gone, also during a statement, while the process itself receives no
 * messages.
 */

/** Milliseconds between two checks. */
const pause = 500;

const server = process.ppid;

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
}, pause);
