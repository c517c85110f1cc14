import { join } from 'node:path';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { packageRoot } from '../../util/package-root.js';
import type { Reply, RouteHandler, Routes } from '../api.js';
import { publicMount } from '../pages/public-mount.js';
import { authOf, authorizeAnybody } from '../security/authorize.js';
import { type AppFiles, createAppFiles, type FileRequest, folderSource, uncompressed } from './app-files.js';
import { type MountOf, openApp } from './app-page.js';
import { brandSource } from './brand-source.js';
import { isFilePath } from './is-file-path.js';
import { isMounted, mountedFile } from './mounted-page.js';

/** The folder into which the build of the package writes the dashboard. */
const appFolder = join(packageRoot, 'dist/admin');

/** Creates the handler that serves the page of the application. */
export type OpenDashboard = (files: AppFiles, mountOf: MountOf) => RouteHandler;

interface AppRoutesOptions {
  /** Where browsers find the service; null: as its authentication says. */
  readonly baseUrl: string | null;
  readonly open?: OpenDashboard;
}

/**
 * The dashboard under `/admin`: its page at every path below that has no route of its own, and its files.
 *
 * @param admin - the emitted `admin.json`; files of the config are next to it.
 */
export function appRoutes(admin: URL, { baseUrl, open = openApp }: AppRoutesOptions): Routes {
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
  const mountOf: MountOf = (request, service) =>
    publicMount(request, baseUrl ?? authOf(service).options.baseUrl);
  const page = open(own, mountOf);
  return { '/admin': { GET: page }, '/admin/*path': { GET: fileOr(page, { own, brand, mountOf }) } };
}

interface ServedFiles {
  readonly own: AppFiles;
  readonly brand: AppFiles;
  readonly mountOf: MountOf;
}

interface BrandRequest {
  readonly name: string;
  readonly mount: string;
  readonly request: FileRequest;
}

/** An extension names its images and fonts by their addresses. */
async function brandFile(brand: AppFiles, { name, mount, request }: BrandRequest): Promise<Reply | null> {
  if (!isMounted(mount) || !/^extension-.*\.(js|css)$/.test(name)) return brand.reply(name, request);
  const plain = await brand.reply(name, uncompressed);
  return plain && mountedFile(plain, mount, request);
}

/** Does not serve the page for a path that looks like a file: a browser would load its HTML as a script. */
function fileOr(page: RouteHandler, { own, brand, mountOf }: ServedFiles): RouteHandler {
  return async function fileOrDashboard(request, service) {
    if (!isFilePath(request.path)) return page(request, service);
    authorizeAnybody(request);
    const name = request.path.slice('/admin/'.length);
    const mount = mountOf(request, service);
    const reply = name.startsWith('brand/')
      ? await brandFile(brand, { name: name.slice('brand/'.length), mount, request })
      : await own.reply(name === 'index.html' ? '' : name, request);
    if (reply !== null) return reply;
    throw new ServiceError('NOT_FOUND', reason('file.unknown', { path: request.path.slice(0, 200) }));
  };
}
