import type { Service } from '../api.js';

/** What stands on top of a page: as in the dashboard, where there is one. */
export interface PageBrand {
  /** Name of the service. */
  readonly site: string;
  /** In place of a logo: the first letter of the name. */
  readonly mark: string;
  readonly logo: { readonly light: string; readonly dark: string } | null;
}

/** @param base - where the pages are, behind a prefix of a proxy. */
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

/** Files of the branding are served under `/admin`; other addresses are the config's own. */
function behind(base: string, address: string): string {
  return address.startsWith('/admin/') ? `${base}${address.slice('/admin'.length)}` : address;
}

/** The style sheet with the colour of the branding, which the config's check has let through as a colour and nothing else. */
export async function brandedStyle(style: string, service: Service): Promise<string> {
  const accent = (await service.branding?.())?.accentColor ?? null;
  return accent === null ? style : `${style}\n:root {\n  --accent: ${accent};\n}\n`;
}
