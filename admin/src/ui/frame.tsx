import type { ReactNode } from 'react';

/**
 * The outline of the application before anything of the project is known. It has no texts and no state: the
 * build prints it into `index.html`, which shows it before any script has run.
 */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="layout">
      <div className="sidebar">
        <svg className="frame-shape" viewBox="0 0 210 320" aria-hidden="true">
          <rect x="18" y="10" width="23" height="23" rx="6" className="frame-mark" />
          <rect x="51" y="16" width="86" height="11" rx="3" />
          <rect x="18" y="68" width="104" height="10" rx="3" />
          <rect x="18" y="98" width="132" height="10" rx="3" />
          <rect x="18" y="128" width="92" height="10" rx="3" />
          <rect x="18" y="158" width="118" height="10" rx="3" />
          <rect x="18" y="188" width="78" height="10" rx="3" />
        </svg>
      </div>
      <div className="frame">
        <div className="bar" />
        <main>{children}</main>
      </div>
    </div>
  );
}

/** What is in place of a heading where no screen is known. */
export function FrameHead(): ReactNode {
  return (
    <svg className="frame-head" viewBox="0 0 210 64" aria-hidden="true">
      <rect y="28" width="196" height="24" rx="4" />
    </svg>
  );
}
