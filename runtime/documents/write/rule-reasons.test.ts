import { expect, test } from 'vitest';
import * as rules from '../../../templates/validators/rules.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { ruleReasons } from './rule-reasons.js';

interface Rule {
  safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined };
}

type Refused = readonly [rule: Rule, value: unknown, reason: string, params?: object];

/** A rule for each message, with a value that it refuses. */
const refused: readonly Refused[] = [
  [rules.text(), undefined, 'value.required'],
  [rules.text(), null, 'value.notNull'],
  [rules.text(), 5, 'value.kind', { kind: 'text' }],
  [rules.text({ max: 1 }), 'ab', 'text.tooLong', { max: 1 }],
  [rules.text({ max: 80 }), 'a'.repeat(81), 'text.tooLong', { max: 80 }],
  [rules.text(), 'a\0', 'value.unicode'],
  [rules.text({ required: true }), ' ', 'value.empty'],
  [rules.text({ min: 3 }), 'a', 'text.tooShort', { min: 3 }],
  [rules.text({ pattern: /^[a.]+$/ }), 'b', 'text.pattern', { pattern: '/^[a.]+$/' }],
  [rules.email(), 'a', 'value.kind', { kind: 'email' }],
  [rules.url(), 'a', 'value.kind', { kind: 'url' }],
  [rules.slug(), 'a b', 'value.kind', { kind: 'slug' }],
  [rules.color(), 'red', 'value.kind', { kind: 'color' }],
  [rules.date(), 'today', 'value.kind', { kind: 'date' }],
  [rules.timestamp(), 'now', 'value.kind', { kind: 'moment' }],
  [rules.number(), '1', 'value.kind', { kind: 'number' }],
  [rules.number({ integer: true }), 1.5, 'value.kind', { kind: 'integer' }],
  [rules.number({ min: -0.5 }), -1, 'number.tooSmall', { min: -0.5 }],
  [rules.number({ max: 1e21 }), 1e22, 'number.tooLarge', { max: 1e21 }],
  [rules.boolean(), 'true', 'value.kind', { kind: 'boolean' }],
  [rules.choice(['a', 'say "b", c']), 'd', 'choice.oneOf', { values: ['a', 'say "b", c'] }],
  [rules.point(), 5, 'value.kind', { kind: 'position' }],
  [rules.json(), Number.NaN, 'value.kind', { kind: 'json' }],
  [rules.richText(), 5, 'value.kind', { kind: 'richText' }],
  [rules.id(), '', 'value.kind', { kind: 'id' }],
  [rules.list(rules.text()), 'a', 'value.kind', { kind: 'list' }],
  [rules.list(rules.text(), { required: true }), [], 'value.empty'],
  [rules.list(rules.text(), { min: 2 }), ['a'], 'list.tooShort', { min: 2 }],
  [rules.list(rules.text(), { max: 1 }), ['a', 'b'], 'list.tooLong', { max: 1 }],
  [rules.rows(rules.object({ id: rules.rowId() })), [{ id: 'a' }, { id: 'a' }], 'list.sameIds'],
  [rules.object({}), 5, 'value.kind', { kind: 'object' }],
  [rules.block([blockOf('hero'), blockOf('quote')]), 5, 'value.kind', { kind: 'block' }],
  [
    rules.block([blockOf('hero'), blockOf('quote')]),
    { blockType: 'x' },
    'choice.oneOf',
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
    const said = ruleReasons()(message);
    expect(said).toEqual({ reason: id, ...(params && { params }) });
    if ('reason' in said) expect(say(english, said)).toBe(message);
  });
}

test('another message has none', () => {
  const saidOf = ruleReasons();
  for (const message of ['Too odd.', 'Must be odd.', 'Must have at most 3 legs.', 'Must be one of a, b.', ''])
    expect(saidOf(message)).toEqual({ userText: message });
});
