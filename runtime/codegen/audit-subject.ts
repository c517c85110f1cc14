/**
 * How the reason of an entry in the audit log names a document (docs/spec/auth.md#audit-log): written by the
 * service, searched for in the log, and read by the dashboard.
 */

/** Steps of a schedule, which stand before the document. */
const steps = ['publish', 'unpublish'] as const;

/** A collection or global. */
interface AuditedType {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
}

/** A document as an entry names it. */
export interface AuditSubject extends AuditedType {
  /** `global` for a global. */
  readonly id: string;
  /** Of a step that a schedule has taken. */
  readonly step?: (typeof steps)[number] | undefined;
  /** Why the step has failed. */
  readonly issue?: string | null | undefined;
}

/** `collection posts <id>`, or `publish collection posts <id>: <issue>` for a step that has failed. */
export function auditSubject({ kind, slug, id, step, issue = null }: AuditSubject): string {
  const named = `${step === undefined ? '' : `${step} `}${kind} ${slug} ${id}`;
  return issue === null ? named : `${named}: ${issue}`;
}

/** What reasons begin with that name documents of a type, before a space and the id. */
export function auditSubjectStarts({ kind, slug }: AuditedType): readonly string[] {
  return ['', ...steps.map((step) => `${step} `)].map((step) => `${step}${kind} ${slug}`);
}

const pattern = /^(?:(publish|unpublish) )?(collection|global) (\S+) ([^\s:]+)(?:: (.*))?$/s;

/** The document that a reason names; null where it names none. */
export function readAuditSubject(reason: string): AuditSubject | null {
  const [, step, kind, slug, id, issue] = pattern.exec(reason) ?? [];
  if (slug === undefined || id === undefined) return null;
  return {
    kind: kind === 'global' ? 'global' : 'collection',
    slug,
    id,
    step: steps.find((one) => one === step),
    issue,
  };
}
