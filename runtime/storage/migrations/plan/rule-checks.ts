/** Rules of a field that have become stricter, as conditions for values that break them. */
import type { CheckedPattern, FieldRules, FieldSchema } from '../../schema/storage-schema.js';
import { quoteText } from './literals.js';
import type { MigrationDialect } from './migration-dialect.js';
import { type RenamedCollections, slugNow } from './renamed-collections.js';

export interface RuleCheck {
  /** Follows the field's name: `has a value that is none of its options`. */
  readonly message: string;
  readonly condition: string;
  /** Shown instead of the value itself. */
  readonly shown?: string;
  /** Checked by the migrating process: the condition only selects the values to check. */
  readonly pattern?: CheckedPattern;
}

export interface RuleQuestion {
  readonly before: FieldSchema;
  readonly after: FieldSchema;
  readonly dialect: MigrationDialect;
  /** SQL of the converted value. */
  readonly value: string;
  /** SQL of the number of entries in a list of relations; null for other fields. */
  readonly entries: string | null;
  readonly renamed: RenamedCollections;
}

export function ruleChecks(question: RuleQuestion): readonly RuleCheck[] {
  const { before, after } = question;
  if (after.rules === undefined) return [];
  const old: FieldRules = before.rules ?? { type: after.rules.type };
  return [
    ...optionChecks(question, old),
    ...targetChecks(question, old),
    ...limitChecks(question, old),
    ...lengthChecks(question, old),
    ...patternChecks(question, old),
  ];
}

/** The condition for a value, or for an entry of a list. */
function some({ after, dialect, value }: RuleQuestion, condition: (entry: string) => string): string {
  const present = `${value} IS NOT NULL`;
  if (after.kind === 'list of texts' || after.kind === 'list of numbers') {
    const items = after.kind === 'list of texts' ? 'text' : 'number';
    return `${present} AND ${dialect.someEntry(value, items, condition)}`;
  }
  return `${present} AND ${condition(value)}`;
}

function optionChecks(question: RuleQuestion, old: FieldRules): readonly RuleCheck[] {
  const options = question.after.rules?.options;
  if (options === undefined) return [];
  const isLooser = old.options?.every((option) => options.includes(option)) ?? false;
  if (isLooser) return [];
  const list = options.map(quoteText).join(', ');
  return [
    {
      message: 'has a value that is no longer one of its options',
      condition: some(question, (entry) => `${entry} NOT IN (${list})`),
    },
  ];
}

function targetChecks(question: RuleQuestion, old: FieldRules): readonly RuleCheck[] {
  const targets = question.after.rules?.targets;
  const [, column] = question.before.columns;
  const isLooser = old.targets?.every((one) => targets?.includes(question.renamed.get(one) ?? one)) ?? true;
  if (targets === undefined || isLooser) return [];
  const list = targets.map(quoteText).join(', ');
  const message = 'refers to a collection that it may no longer refer to';
  if (question.before.table !== undefined) {
    const entries = `"${question.before.table}"`;
    return [
      {
        message,
        condition: `"id" IN (SELECT "parent" FROM ${entries} WHERE ${slugNow('"collection"', question.renamed)} NOT IN (${list}))`,
        shown: 'NULL',
      },
    ];
  }
  return column === undefined
    ? []
    : [
        {
          message,
          condition: `${slugNow(`"${column}"`, question.renamed)} NOT IN (${list})`,
          shown: `"${column}"`,
        },
      ];
}

function limitChecks(question: RuleQuestion, old: FieldRules): readonly RuleCheck[] {
  const { min, max } = question.after.rules ?? {};
  const checks: RuleCheck[] = [];
  if (min !== undefined && (old.min === undefined || min > old.min)) {
    checks.push({
      message: `must be ${min} or more now`,
      condition: some(question, (entry) => `${entry} < ${min}`),
    });
  }
  if (max !== undefined && (old.max === undefined || max < old.max)) {
    checks.push({
      message: `must be ${max} or less now`,
      condition: some(question, (entry) => `${entry} > ${max}`),
    });
  }
  return checks;
}

function lengthChecks(question: RuleQuestion, old: FieldRules): readonly RuleCheck[] {
  const { dialect, value, entries } = question;
  const { minLength, maxLength, minRows, maxRows } = question.after.rules ?? {};
  const length = (entry: string): string => dialect.textLength(entry);
  const rows = entries ?? dialect.listLength(value);
  const hasRows = entries === null ? `${value} IS NOT NULL AND ` : `${rows} > 0 AND `;
  const checks: RuleCheck[] = [];
  if (minLength !== undefined && minLength > (old.minLength ?? 0)) {
    checks.push({
      message: `must have ${minLength} characters or more now`,
      condition: some(question, (entry) => `${length(entry)} < ${minLength}`),
    });
  }
  if (maxLength !== undefined && maxLength < (old.maxLength ?? Infinity)) {
    checks.push({
      message: `must have ${maxLength} characters or fewer now`,
      condition: some(question, (entry) => `${length(entry)} > ${maxLength}`),
    });
  }
  if (minRows !== undefined && minRows > (old.minRows ?? 0)) {
    checks.push({
      message: `must have ${minRows} entries or more now`,
      condition: `${hasRows}${rows} < ${minRows}`,
      shown: rows,
    });
  }
  if (maxRows !== undefined && maxRows < (old.maxRows ?? Infinity)) {
    checks.push({
      message: `must have ${maxRows} entries or fewer now`,
      condition: `${hasRows}${rows} > ${maxRows}`,
      shown: rows,
    });
  }
  return checks;
}

function patternChecks({ after, value }: RuleQuestion, old: FieldRules): readonly RuleCheck[] {
  const pattern = after.rules?.pattern;
  if (pattern === undefined) return [];
  const expression = new RegExp(pattern.source, pattern.flags);
  if (old.pattern?.source === pattern.source && old.pattern.flags === pattern.flags) return [];
  return [
    {
      message: `must match ${expression} now`,
      condition: `${value} IS NOT NULL`,
      pattern: after.kind === 'list of texts' ? { ...pattern, list: true } : pattern,
    },
  ];
}
