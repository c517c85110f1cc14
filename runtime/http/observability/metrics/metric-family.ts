/**
 * Metrics as Prometheus reads them: the text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Plain data, so that processes can send it
 * to each other.
 */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  /** The suffix after the family's name: `_bucket`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns a family of one value. */
export function single(
  name: string,
  type: 'counter' | 'gauge',
  { help, value }: { readonly help: string; readonly value: number },
): MetricFamily {
  return { name, type, help, samples: [{ value }] };
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsText(families: readonly MetricFamily[]): string {
  return families.map(familyText).join('');
}

/**
 * Merges the families of several processes by name: the format requires the samples of a family to be
 * adjacent.
 */
export function merged(families: readonly MetricFamily[]): readonly MetricFamily[] {
  const byName = new Map<string, MetricFamily>();
  for (const family of families) {
    const known = byName.get(family.name);
    byName.set(
      family.name,
      known === undefined ? family : { ...known, samples: [...known.samples, ...family.samples] },
    );
  }
  return [...byName.values()];
}

/** Returns the same metrics with one more label. */
export function labelled(
  families: readonly MetricFamily[],
  label: Readonly<Record<string, string>>,
): readonly MetricFamily[] {
  return families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...label, ...sample.labels } })),
  }));
}

function familyText({ name, type, help, samples }: MetricFamily): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsText(labels: MetricSample['labels'] = {}): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return Number.isNaN(value) ? 'NaN' : String(value);
}
