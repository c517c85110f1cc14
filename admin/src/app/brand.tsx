import { type ReactNode, useLayoutEffect } from 'react';
import { Link } from 'wouter';
import type { AdminBranding } from '../../../runtime/codegen/admin-meta.js';
import { useMeta } from '../api/meta-context.js';

/** Logo and name, with a link to the start page. */
export function Brand(): ReactNode {
  const { branding } = useMeta();
  const { name, logo, logoDark } = branding;
  return (
    <Link to="/" className="brand" title={name}>
      {logo === null ? (
        <span className="brand-mark" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      ) : (
        <span className="brand-logo">
          <img src={logo} alt="" height="24" className={logoDark === null ? undefined : 'brand-on-light'} />
          {logoDark !== null && <img src={logoDark} alt="" height="24" className="brand-on-dark" />}
        </span>
      )}
      <span className="brand-name">{name}</span>
    </Link>
  );
}

/**
 * Applies the colour and the style sheet of the branding. The server has checked that the sheet is of the
 * same origin.
 */
export function useBranding({ accentColor, css }: AdminBranding): void {
  useLayoutEffect(() => {
    if (accentColor !== null && CSS.supports('color', accentColor)) {
      document.documentElement.style.setProperty('--accent', accentColor);
    }
  }, [accentColor]);
  useLayoutEffect(() => {
    if (css === null) return undefined;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = css;
    document.head.append(link);
    return () => link.remove();
  }, [css]);
}
