/** `node scripts/run.js tests/search/support/killed-rebuild.ts N`: is killed after N batches of a rebuild. */
import { loadConfig } from '../../../generator/load/load-config.js';
import { loadSearch } from '../../../runtime/cli/index.js';

let left = Number(process.argv[2]);
const { rebuildSearch } = await loadSearch();
await rebuildSearch(await loadConfig({ cwd: process.cwd() }), {
  seen() {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
console.log('ended');
