import type { ReactNode } from 'react';
import { Suspense } from 'react';
import type { Component } from '../../../../runtime/extension/extension-types.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { LoadingScreen, Notice } from '../../ui/states.js';
import { ErrorBoundary } from '../error-boundary.js';
import { extensionTexts } from './texts.js';

interface PieceProps {
  /** What users call it. */
  readonly name: string;
  /** Instead of the message. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

/** A part of an extension: an error in it is shown in its place, and costs nothing else. */
export function Piece({ name, failed, children }: PieceProps): ReactNode {
  const t = useTexts(extensionTexts);
  return (
    <ErrorBoundary
      fallback={(_error, retry) =>
        failed ?? (
          <Notice kind="warning">
            {t.pieceFailed(name)}{' '}
            <Button size="small" icon="refresh" onClick={retry}>
              {t.tryAgain}
            </Button>
          </Notice>
        )
      }
    >
      <Suspense fallback={failed === undefined ? <LoadingScreen /> : null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The component of an extension, as React takes it: its types are without those of React. */
export function drawn<Props>(component: Component<Props>): (props: Props) => ReactNode {
  return component as (props: Props) => ReactNode;
}
