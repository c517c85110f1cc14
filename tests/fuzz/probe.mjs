// Loaded into the fuzzed server by `--import`: tells its parent how much CPU it used, what its heap holds, and
// how many handles are open.
process.on('message', (message) => {
  if (message === 'collect') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send?.({ cpu: (user + system) / 1000, heap: heapUsed, rss, handles });
});
// The channel must not keep the server alive after SIGTERM.
process.channel?.unref();
