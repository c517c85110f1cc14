import { join } from 'node:path';
import { ServiceError } from '../../errors/service-error.js';
import { packageRoot } from '../../util/package-root.js';
import type { RouteHandler, Routes } from '../api.js';
import { authorizeAnybody } from '../authorize.js';
import { type AppFiles, createAppFiles, folderSource } from './app-files.js';
import { openApp } from './app-page.js';
import { brandSource } from './brand-source.js';

/** Where the build of the package puts the dashboard. */
const appFolder = join(packageRoot, 'dist/admin');

/** Makes what answers with the page of the application. */
export type OpenDashboard = (files: AppFiles) => RouteHandler;

/**
 * The dashboard under `/admin`: its page at every address below that is not another route's, and its files.
 *
 * @param admin - the emitted `admin.json`; what the config adds stands beside it.
 */
export function appRoutes(admin: URL, open: OpenDashboard = openApp): Routes {
  const own = createAppFiles({
    source: folderSource(appFolder),
    isHashed: (name) => name.startsWith('assets/'),
  });
  const brand = createAppFiles({ source: brandSource(new URL('./brand.json', admin)), isHashed: () => true });
  const page = open(own);
  return { '/admin': { GET: page }, '/admin/*path': { GET: fileOr(page, own, brand) } };
}

/** Without the page for what looks like a file: a browser would take its HTML for a script. */
function fileOr(page: RouteHandler, own: AppFiles, brand: AppFiles): RouteHandler {
  return async function fileOrDashboard(request, service) {
    const name = request.path.slice('/admin/'.length);
    if (!/^(assets|brand)\//.test(name) && !/\.[a-z0-9]{1,8}$/i.test(name)) return page(request, service);
    authorizeAnybody(request);
    const [files, path] = name.startsWith('brand/') ? [brand, name.slice('brand/'.length)] : [own, name];
    const reply = path === 'index.html' ? null : await files.reply(path, request);
    if (reply !== null) return reply;
    throw new ServiceError('NOT_FOUND', `There is no file ${request.path.slice(0, 200)}.`);
  };
}
