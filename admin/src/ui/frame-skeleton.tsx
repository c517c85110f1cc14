import type { ReactNode } from 'react';
import { Frame } from './frame.js';
import { LoadingScreen, type LoadingShape } from './states.js';

/** The application while it loads what it knows of the project. */
export function FrameSkeleton({ shape }: { readonly shape: LoadingShape }): ReactNode {
  return (
    <Frame>
      <LoadingScreen shape={shape} />
    </Frame>
  );
}
