import { expect, test } from 'vitest';
import { plainComment } from './plain-comment.js';

test.each([
  ['one line', '/** Title. */', 'Title.'],
  ['no space', '/**Title.*/', 'Title.'],
  ['more stars', '/*** Title. ***/', 'Title.'],
  ['several lines', '/**\n * First.\n * Second.\n *\n *   Indented.\n */', 'First.\nSecond.\n\n  Indented.'],
  ['lines without stars', '/**\n  First.\n  Second.\n*/', '  First.\n  Second.'.trim()],
  ['line ends of Windows', '/**\r\n * First.\r\n * Second.\r\n */', 'First.\nSecond.'],
  ['nothing', '/** */', ''],
  ['Markdown', '/**\n * A *word*, a list:\n * - one\n * - two\n */', 'A *word*, a list:\n- one\n- two'],
  [
    'a link',
    '/** See {@link https://example.com | the page} and {@link https://example.com}. */',
    'See [the page](https://example.com) and <https://example.com>.',
  ],
  [
    'a link to a name',
    '/** As {@link Post} and {@link Post.title | its title}. */',
    'As `Post` and its title.',
  ],
  ['remarks', '/**\n * Title.\n * @remarks\n * More.\n */', 'Title.\n\nMore.'],
  ['a deprecation', '/**\n * Title.\n * @deprecated Use `name`.\n */', 'Title.\n\nDeprecated: Use `name`.'],
  ['a bare deprecation', '/** @deprecated */', 'Deprecated.'],
  ['a default', '/** Size. @ not a tag\n * @defaultValue 3 */', 'Size. @ not a tag\n\nDefault: 3'],
  ['a reference', '/** Title.\n * @see https://example.com */', 'Title.\n\nSee https://example.com'],
  ['tags for tools', '/**\n * Title.\n * @internal\n * @author Me\n */', 'Title.'],
  ['an example', '/**\n * Title.\n * @example Blue\n */', 'Title.\n\nExample: Blue'],
  [
    'a fenced example',
    '/**\n * Title.\n * @example\n * ```ts\n * @decorated\n * ```\n */',
    'Title.\n\nExample:\n\n```ts\n@decorated\n```',
  ],
  ['an address', '/** Write to me@example.com. */', 'Write to me@example.com.'],
  [
    'hostile text',
    `/** \${x} \`tick\` <script> \\u0000 {@link} */`,
    `\${x} \`tick\` <script> \\u0000 {@link}`,
  ],
])('a comment with %s', (_what, comment, text) => {
  expect(plainComment(comment)).toBe(text);
});
