import { expect, test } from 'vitest';
import * as rules from '../../../templates/validators/rules.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { ruleReason } from './rule-reason.js';

interface Rule {
  safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined };
}

type Refused = readonly [rule: Rule, value: unknown, reason: string, params?: object];

/** A rule for each message, with a value that it refuses. */
const refused: readonly Refused[] = [
  [rules.text(), undefined, 'value.required'],
  [rules.text(), null, 'value.null'],
  [rules.text(), 5, 'value.wrongType', { wanted: 'text' }],
  [rules.text({ max: 1 }), 'ab', 'text.tooLong', { max: 1 }],
  [rules.text({ max: 80 }), 'a'.repeat(81), 'text.tooLong', { max: 80 }],
  [rules.text(), 'a\0', 'value.notUnicode'],
  [rules.text({ required: true }), ' ', 'value.empty'],
  [rules.text({ min: 3 }), 'a', 'text.tooShort', { min: 3 }],
  [rules.text({ pattern: /^[a.]+$/ }), 'b', 'text.patternMismatch', { pattern: '/^[a.]+$/' }],
  [rules.email(), 'a', 'value.wrongType', { wanted: 'email' }],
  [rules.url(), 'a', 'value.wrongType', { wanted: 'url' }],
  [rules.slug(), 'a b', 'value.wrongType', { wanted: 'slug' }],
  [rules.color(), 'red', 'value.wrongType', { wanted: 'color' }],
  [rules.date(), 'today', 'value.wrongType', { wanted: 'date' }],
  [rules.timestamp(), 'now', 'value.wrongType', { wanted: 'moment' }],
  [rules.number(), '1', 'value.wrongType', { wanted: 'number' }],
  [rules.number({ integer: true }), 1.5, 'value.wrongType', { wanted: 'integer' }],
  [rules.number({ min: -0.5 }), -1, 'number.tooSmall', { min: -0.5 }],
  [rules.number({ max: 1e21 }), 1e22, 'number.tooLarge', { max: 1e21 }],
  [rules.boolean(), 'true', 'value.wrongType', { wanted: 'boolean' }],
  [rules.choice(['a', 'say "b", c']), 'd', 'value.notAllowed', { values: ['a', 'say "b", c'] }],
  [rules.point(), 5, 'value.wrongType', { wanted: 'position' }],
  [rules.json(), Number.NaN, 'value.wrongType', { wanted: 'json' }],
  [rules.richText(), 5, 'value.wrongType', { wanted: 'richText' }],
  [rules.id(), '', 'value.wrongType', { wanted: 'id' }],
  [rules.list(rules.text()), 'a', 'value.wrongType', { wanted: 'list' }],
  [rules.list(rules.text(), { required: true }), [], 'value.empty'],
  [rules.list(rules.text(), { min: 2 }), ['a'], 'list.tooShort', { min: 2 }],
  [rules.list(rules.text(), { max: 1 }), ['a', 'b'], 'list.tooLong', { max: 1 }],
  [rules.rows(rules.object({ id: rules.rowId() })), [{ id: 'a' }, { id: 'a' }], 'list.duplicateIds'],
  [rules.object({}), 5, 'value.wrongType', { wanted: 'object' }],
  [rules.block([blockOf('hero'), blockOf('quote')]), 5, 'value.wrongType', { wanted: 'block' }],
  [
    rules.block([blockOf('hero'), blockOf('quote')]),
    { blockType: 'x' },
    'value.notAllowed',
    { values: ['hero', 'quote'] },
  ],
];

function blockOf(
  slug: string,
): ReturnType<typeof rules.object<{ blockType: ReturnType<typeof rules.choice> }>> {
  return rules.object({ blockType: rules.choice([slug]) });
}

for (const [rule, value, id, params] of refused) {
  test(`a message of a rule means ${id} ${JSON.stringify(params ?? {})}: ${JSON.stringify(value)}`, () => {
    const [issue] = rule.safeParse(value).error?.issues ?? [];
    const message = issue?.message ?? '';
    const said = ruleReason(message);
    expect(said).toEqual({ reason: id, ...(params && { params }) });
    if ('reason' in said) expect(say(english, said)).toBe(message);
  });
}

test('another message has none', () => {
  for (const message of ['Too odd.', 'Must be odd.', 'Must have at most 3 legs.', 'Must be one of a, b.', ''])
    expect(ruleReason(message)).toEqual({ userText: message });
});
