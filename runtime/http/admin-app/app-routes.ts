import { join } from 'node:path';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { packageRoot } from '../../util/package-root.js';
import type { RouteHandler, Routes } from '../api.js';
import { authorizeAnybody } from '../security/authorize.js';
import { type AppFiles, createAppFiles, folderSource } from './app-files.js';
import { openApp } from './app-page.js';
import { brandSource } from './brand-source.js';
import { isFilePath } from './is-file-path.js';

/** The folder into which the build of the package writes the dashboard. */
const appFolder = join(packageRoot, 'dist/admin');

/** Creates the handler that serves the page of the application. */
export type OpenDashboard = (files: AppFiles) => RouteHandler;

/**
 * The dashboard under `/admin`: its page at every path below that has no route of its own, and its files.
 *
 * @param admin - the emitted `admin.json`; files of the config are next to it.
 */
export function appRoutes(admin: URL, open: OpenDashboard = openApp): Routes {
  const own = createAppFiles({
    source: folderSource(appFolder),
    isHashed: (name) => name.startsWith('assets/'),
    isEmbeddable: () => false,
  });
  const brand = createAppFiles({
    source: brandSource(new URL('./brand.json', admin)),
    isHashed: () => true,
    // A logo may also be used in mails.
    isEmbeddable: (name) => /\.(svg|png|jpe?g|webp|avif)$/.test(name),
  });
  const page = open(own);
  return { '/admin': { GET: page }, '/admin/*path': { GET: fileOr(page, own, brand) } };
}

/** Does not serve the page for a path that looks like a file: a browser would load its HTML as a script. */
function fileOr(page: RouteHandler, own: AppFiles, brand: AppFiles): RouteHandler {
  return async function fileOrDashboard(request, service) {
    if (!isFilePath(request.path)) return page(request, service);
    authorizeAnybody(request);
    const name = request.path.slice('/admin/'.length);
    const [files, path] = name.startsWith('brand/') ? [brand, name.slice('brand/'.length)] : [own, name];
    const reply = path === 'index.html' ? null : await files.reply(path, request);
    if (reply !== null) return reply;
    throw new ServiceError('NOT_FOUND', reason('file.unknown', { path: request.path.slice(0, 200) }));
  };
}
