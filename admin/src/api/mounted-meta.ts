import type { AdminBranding, AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { ofMount } from '../browser/mount.js';

/** The meta with the addresses of its files as the browser finds them. */
export function mountedMeta(meta: AdminMeta): AdminMeta {
  return { ...meta, branding: mountedBranding(meta.branding) };
}

function mountedBranding(branding: AdminBranding): AdminBranding {
  const { logo, logoDark, css, widgets, functions, extension } = branding;
  return {
    ...branding,
    ...{ logo: orNull(logo), logoDark: orNull(logoDark), css: orNull(css) },
    widgets: Object.fromEntries(Object.entries(widgets).map(([name, address]) => [name, ofMount(address)])),
    ...(functions !== undefined && { functions: ofMount(functions) }),
    ...(extension !== undefined && {
      extension: { ...extension, module: ofMount(extension.module), css: orNull(extension.css) },
    }),
  };
}

function orNull(address: string | null): string | null {
  return address === null ? null : ofMount(address);
}
