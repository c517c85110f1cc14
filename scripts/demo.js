// The main workflow on the blog example with images: generate, build, start on embedded SQLite, call it
// through the SDK, continue to serve. `--once` ends after the tour. PORT (default 3000; another free one if
// it is in use) and HOST as everywhere.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const blog = join(root, 'fixtures/blog/demo');
const svc = join(root, 'dist/bin/svc.js');
const once = process.argv.includes('--once');

run('Building svc', [join(root, 'scripts/build.js'), '--if-needed'], root);
run(
  'svc build (generates the server, the OpenAPI document and the SDK, then bundles the server)',
  [svc, 'build'],
  blog,
);

// Each tour begins with an empty database, and without files.
rmSync(join(blog, '.svc/files'), { recursive: true, force: true });
for (const file of ['demo.db', 'sessions.db']) {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(blog, `.svc/${file}${suffix}`), { force: true });
}
const port = await usablePort(Number(process.env.PORT ?? 3000));
const url = `http://localhost:${port}`;
const environment = {
  ...process.env,
  PORT: String(port),
  SVC_BASE_URL: url,
  SVC_DATABASE_URL: 'file:.svc/demo.db',
  SVC_SECRET: randomBytes(32).toString('base64url'),
  SVC_LOG_LEVEL: process.env.SVC_LOG_LEVEL ?? 'warn',
};
const admin = { email: 'ada@example.com', password: `Demo-${randomBytes(9).toString('base64url')}-1a!` };
run(
  `svc auth bootstrap -e ${admin.email} -p '${admin.password}' -r super_admin`,
  [svc, 'auth', 'bootstrap', '-e', admin.email, '-p', admin.password, '-r', 'super_admin'],
  blog,
  environment,
);
console.log(`\n$ node dist/server.js   (PORT=${port}, SVC_DATABASE_URL=file:.svc/demo.db, SVC_SECRET=…)`);
const server = spawn(process.execPath, ['dist/server.js'], {
  cwd: blog,
  env: environment,
  stdio: 'inherit',
});
const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code ?? 1)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));

await answering(`${url}/health/ready`);
const tour = spawnSync(process.execPath, [join(root, 'scripts/run.js'), join(blog, 'tour.ts')], {
  cwd: blog,
  env: { ...process.env, BASE_URL: url, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  stdio: 'inherit',
});
if (tour.status !== 0 || once) {
  server.kill('SIGTERM');
  await ended;
  console.log(tour.status === 0 ? '\nDone.' : '\nThe tour failed.');
  process.exit(tour.status ?? 1);
}
console.log(`
The server goes on. Look at
  ${url}/api/docs            the API reference
  ${url}/api/posts?limit=2   the API
  ${url}/api/openapi.json    the OpenAPI document
  ${url}/health/ready        health
  ${url}/admin/login         sign in as ${admin.email} with ${admin.password}
  fixtures/blog/demo/generated/ what was generated
Stop it with Ctrl+C.`);
process.exit(await ended);

function run(title, argv, cwd, env = process.env) {
  console.log(`\n$ ${title}`);
  const { status } = spawnSync(process.execPath, argv, { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function usablePort(wanted) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      error.code === 'EADDRINUSE' && wanted !== 0 ? resolve(usablePort(0)) : reject(error),
    );
    probe.listen(wanted, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answering(address) {
  for (let tries = 0; tries < 200 && server.exitCode === null; tries++) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await sleep(50);
  }
  console.error('The server did not start.');
  server.kill('SIGTERM');
  process.exit(1);
}
