import type { CSSProperties, ReactNode } from 'react';
import { isSvcError } from '../../../templates/sdk/errors.js';
import { useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';
import { uiTexts } from './texts.js';
import './states.css';

interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  /** Buttons to proceed. */
  readonly actions?: ReactNode;
}

/** For an empty list, or a search without results. */
export function EmptyState({ icon = 'document', title, text, actions }: EmptyStateProps): ReactNode {
  return (
    <div className="state">
      <span className="state-icon">
        <Icon name={icon} />
      </span>
      <h2 className="state-title">{title}</h2>
      {text && <p className="state-text">{text}</p>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** An error while loading: what failed, why, and a retry button. */
export function ErrorState({ error, title, onRetry }: ErrorStateProps): ReactNode {
  const t = useTexts(uiTexts);
  const errorText = useErrorText();
  const requestId = isSvcError(error) ? error.requestId : undefined;
  return (
    <div className="state state-danger" role="alert">
      <span className="state-icon">
        <Icon name="alert" />
      </span>
      <h2 className="state-title">{title ?? t.errorTitle}</h2>
      <p className="state-text">{errorText(error)}</p>
      {requestId && <p className="state-small">{t.requestId(requestId)}</p>}
      {onRetry && (
        <div className="state-actions">
          <Button icon="refresh" onClick={onRetry}>
            {t.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

interface NoticeProps {
  readonly kind?: 'info' | 'warning' | 'danger' | 'success';
  readonly children: ReactNode;
}

/** A note inside a screen. */
export function Notice({ kind = 'info', children }: NoticeProps): ReactNode {
  const icon: IconName = kind === 'info' ? 'info' : kind === 'success' ? 'check' : 'alert';
  return (
    <div
      className={classNames('notice', kind !== 'info' && `notice-${kind}`)}
      role={kind === 'danger' ? 'alert' : undefined}
    >
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** A grey placeholder for a text that is loading, about as long as the text. */
export function Skeleton({
  width = '100%',
  height,
}: {
  readonly width?: string;
  readonly height?: string;
}): ReactNode {
  const style: CSSProperties = { inlineSize: width, ...(height !== undefined && { blockSize: height }) };
  return <span className="skeleton" aria-hidden="true" style={style} />;
}

/** What a screen will look like: rows below a heading, fields beside a panel, or one block. */
export type LoadingShape = 'list' | 'form' | 'plain';

/** The whole screen is loading; screen readers announce it. */
export function LoadingScreen({ shape = 'plain' }: { readonly shape?: LoadingShape }): ReactNode {
  const t = useTexts(uiTexts);
  return (
    <div className={`loading-screen loading-${shape}`} role="status">
      <span className="visually-hidden">{t.loading}</span>
      <Skeleton width="14rem" height="1.75rem" />
      {shape === 'plain' && <Skeleton height="9rem" />}
      {shape === 'list' && <LoadingList />}
      {shape === 'form' && <LoadingForm />}
    </div>
  );
}

const lengths = [62, 40, 52, 34, 58, 46, 38, 54];

function LoadingList(): ReactNode {
  return (
    <>
      <Skeleton width="min(20rem, 60%)" height="2.25rem" />
      <div className="panel loading-rows" aria-hidden="true">
        {lengths.map((length) => (
          <span key={length}>
            <Skeleton width={`${length}%`} />
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
        ))}
      </div>
    </>
  );
}

function LoadingForm(): ReactNode {
  return (
    <div className="loading-columns" aria-hidden="true">
      <div className="panel loading-fields">
        {['18%', '12%', '22%', '15%'].map((length, index) => (
          <span key={length}>
            <Skeleton width={length} />
            <Skeleton height={index === 3 ? '8rem' : '2.25rem'} />
          </span>
        ))}
      </div>
      <div className="panel loading-aside">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
        <Skeleton width="45%" />
      </div>
    </div>
  );
}

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="visually-hidden">{children}</span>;
}
