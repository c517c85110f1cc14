// `npm run --silent sbom > sbom.json`: a software bill of materials (CycloneDX 1.5, JSON) of what users get:
// the packages that svc installs, and those that are bundled into the dashboard, with versions, licenses and
// hashes from the lockfile. Packages that only build or test svc are left out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Every package of the lockfile. */
function lockedPackages() {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** `name@version` of each package whose code is in the dashboard. */
function bundledPackages() {
  const licenses = JSON.parse(readFileSync(join(root, 'dist/admin/licenses.json'), 'utf8'));
  return new Set(licenses.map(({ name, version }) => `${name}@${version}`));
}

const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');

const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const all = lockedPackages();
const bundled = bundledPackages();
const components = all.components.flatMap((component) => {
  if (!isDevelopment(component)) return [component];
  if (!bundled.has(`${component.name}@${component.version}`)) return [];
  // For npm it is a development dependency; for users of the package it is part of the dashboard.
  return [{ ...component, scope: 'required', properties: [{ name: 'svc:bundled-in', value: 'dist/admin' }] }];
});
const shipped = new Set([all.metadata.component['bom-ref'], ...components.map((part) => part['bom-ref'])]);
const dependencies = all.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));
const metadata = { ...all.metadata, component: { ...all.metadata.component, name } };
console.log(JSON.stringify({ ...all, metadata, components, dependencies }, null, 2));
