// Loaded into the fuzzed server by `--import`: tells its parent how much CPU it and its reader processes used,
// what its heap holds, and how many handles are open.
import { readdirSync, readFileSync } from 'node:fs';

process.on('message', (message) => {
  if (message === 'collect') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send?.({ cpu: (user + system) / 1000, readers: childrenCpu(), heap: heapUsed, rss, handles });
});
// The channel must not keep the server alive after SIGTERM.
process.channel?.unref();

/** Milliseconds of CPU of child processes, running and ended ones. proc(5): clock ticks, of 10 ms. */
function childrenCpu() {
  const own = timesOf('self');
  if (own === null) return 0;
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === process.pid);
  return running.reduce((sum, { ticks }) => sum + ticks, own.ended) * 10;
}

function timesOf(name) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1], ticks: user + system, ended: endedUser + endedSystem };
  } catch {
    return null;
  }
}
