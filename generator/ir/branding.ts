import type { AdminBranding } from '../../runtime/codegen/admin-meta.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { BrandFile, BrandFiles } from '../load/brand-files.js';

/** Branding of the dashboard; null if the config switches the dashboard off. */
export function brandingOf(
  { name: service = 'svc', admin = {} }: ServiceConfig,
  files: BrandFiles,
  functions: BrandFile | null,
): AdminBranding | null {
  if (admin === false) return null;
  const { name = service, logo, logoDark, accentColor = null, css, widgets = {} } = admin;
  const address = (asset: string): string => {
    const file = files.get(asset);
    return file === undefined ? asset : `/admin/brand/${file.name}`;
  };
  const addressOrNull = (asset: string | undefined): string | null =>
    asset === undefined ? null : address(asset);
  return {
    name,
    logo: addressOrNull(logo),
    logoDark: addressOrNull(logoDark),
    accentColor,
    css: addressOrNull(css),
    ...(functions !== null && { functions: `/admin/brand/${functions.name}` }),
    widgets: Object.fromEntries(Object.entries(widgets).map(([widget, asset]) => [widget, address(asset)])),
  };
}
