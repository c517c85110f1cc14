import type { Service } from '../api.js';

/** The header of a page: as in the dashboard, if there is one. */
export interface PageBrand {
  /** Name of the service. */
  readonly site: string;
  /** Shown without a logo: the first letter of the name. */
  readonly mark: string;
  readonly logo: { readonly light: string; readonly dark: string } | null;
}

/** @param base - path of the pages, after the prefix of a proxy. */
export async function pageBrand(service: Service, base: string): Promise<PageBrand> {
  const branding = await service.branding?.();
  const site = branding?.name ?? service.contract.name;
  const logo = branding?.logo ?? null;
  return {
    site,
    mark: [...site][0]?.toUpperCase() ?? '',
    logo:
      logo === null ? null : { light: behind(base, logo), dark: behind(base, branding?.logoDark ?? logo) },
  };
}

/** Files of the branding are served under `/admin`; other addresses come unchanged from the config. */
function behind(base: string, address: string): string {
  return address.startsWith('/admin/') ? `${base}${address.slice('/admin'.length)}` : address;
}

/**
 * Returns the style sheet with the colour of the branding, which the check of the config has verified to be a
 * colour only.
 */
export async function brandedStyle(style: string, service: Service): Promise<string> {
  const accent = (await service.branding?.())?.accentColor ?? null;
  return accent === null ? style : `${style}\n:root {\n  --accent: ${accent};\n}\n`;
}
