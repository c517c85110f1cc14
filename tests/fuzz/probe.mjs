// Loaded into the fuzzed server by `--import`: tells its parent how much CPU it used and what its heap holds.
process.on('message', (message) => {
  if (message === 'collect') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ cpu: (user + system) / 1000, heap: heapUsed, rss });
});
// The channel must not keep the server alive after SIGTERM.
process.channel?.unref();
