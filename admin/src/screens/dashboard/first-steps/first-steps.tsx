import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { AdminOverview } from '../../../../../runtime/codegen/admin-overview.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import { useMeta } from '../../../api/meta-context.js';
import { paths } from '../../../app/paths.js';
import { store } from '../../../browser/stored.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';
import { VisuallyHidden } from '../../../ui/states.js';
import { firstSteps, type Step } from './steps.js';
import { firstStepsTexts } from './texts.js';
import './first-steps.css';

/** Counts the API keys. */
export function anyKeyQuery(api: Api) {
  return queryOptions({
    queryKey: ['api-keys', 'any'],
    queryFn: ({ signal }) =>
      api.call<{ readonly totalDocs: number }>('GET', 'auth/api-keys?limit=0', undefined, { signal }),
  });
}

/** What a new service needs first. It goes away when all is done, or when the user puts it away. */
export function FirstSteps({ overview }: { readonly overview: AdminOverview }): ReactNode {
  const t = useTexts(firstStepsTexts);
  const api = useApi();
  const meta = useMeta();
  const id = useId();
  const [isAway, setIsAway] = useState(false);
  const mayManageKeys = meta.auth?.can.manageApiKeys === true;
  const keys = useQuery({ ...anyKeyQuery(api), enabled: !isAway && mayManageKeys });
  const steps = firstSteps(meta, overview, keys.data?.totalDocs ?? 0);
  const isKnown = !mayManageKeys || keys.data !== undefined;
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = isKnown && done === steps.length;
  useEffect(() => {
    if (isComplete) store('first-steps', 'done');
  }, [isComplete]);
  if (isAway || isComplete || !isKnown) return null;
  return (
    <section className="panel first-steps" aria-labelledby={id}>
      <header className="first-steps-head">
        <h2 id={id}>{t.title}</h2>
        <p className="first-steps-note">{t.progress(done, steps.length)}</p>
        <Button
          size="small"
          variant="ghost"
          icon="close"
          onClick={() => {
            store('first-steps', 'away');
            setIsAway(true);
            // What had the focus is gone.
            document.querySelector<HTMLElement>('main h1')?.focus();
          }}
        >
          {t.putAway}
        </Button>
      </header>
      <ol className="first-steps-list">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step }: { readonly step: Step }): ReactNode {
  const t = useTexts(firstStepsTexts);
  const { collections } = useMeta();
  const { name, isDone, slug } = step;
  const label = collections.find((each) => each.slug === slug)?.labels.singular ?? '';
  const texts = {
    document: { title: t.document, text: t.documentText, to: slug === null ? null : paths.newDocument(slug) },
    invite: { title: t.invite, text: t.inviteText, to: paths.invites },
    key: { title: t.key, text: t.keyText, to: paths.newApiKey },
    preview: { title: t.preview, text: t.previewText, to: null },
  }[name];
  const title = name === 'document' && label !== '' ? t.documentOf(label) : texts.title;
  return (
    <li className="first-step" data-done={isDone || undefined}>
      <span className="first-step-mark">
        <Icon name={isDone ? 'check' : 'circle'} />
      </span>
      <span className="first-step-words">
        <VisuallyHidden>{isDone ? t.done : t.open} </VisuallyHidden>
        {texts.to === null || isDone ? (
          <span className="first-step-title">{title}</span>
        ) : (
          <Link to={texts.to} className="link first-step-title">
            {title}
          </Link>
        )}
        {!isDone && <span className="first-steps-note first-step-text">{texts.text}</span>}
      </span>
    </li>
  );
}
