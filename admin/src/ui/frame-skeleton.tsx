import type { ReactNode } from 'react';
import { LoadingScreen, type LoadingShape } from './states.js';

/** The application before anything of the project is known. `index.html` has the same, without scripts. */
export function FrameSkeleton({ shape }: { readonly shape: LoadingShape }): ReactNode {
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
        <main>
          <LoadingScreen shape={shape} />
        </main>
      </div>
    </div>
  );
}
