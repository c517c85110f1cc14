import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Control groups of version 1 (https://docs.kernel.org/scheduler/sched-bwc.html). */
const controllers = '/sys/fs/cgroup/cpu';
/**
 * Microseconds. A tenth of the default, so that a process that has used its share does not pause for long.
 */
const period = 10_000;

const made: string[] = [];

/**
 * Limits each process to a share of one core, as if it ran on a slower core of its own: so that the
 * throughput of two processes can be measured on a machine whose cores the database and the load generator
 * need too.
 *
 * @param percent Of one core.
 * @throws Error if this machine has no such control groups, or they may not be created.
 */
export function limitProcessors(pids: readonly number[], percent: number): void {
  if (!existsSync(join(controllers, 'cpu.cfs_quota_us')))
    throw new Error(`--share needs control groups of version 1 (${controllers})`);
  for (const pid of pids) {
    const group = join(controllers, `svc-bench-${pid}`);
    mkdirSync(group);
    made.push(group);
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(period));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String((period * percent) / 100));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  }
}

/** Removes the groups, after the processes have ended. */
export function endLimits(): void {
  for (const group of made.splice(0)) rmdirSync(group);
}
