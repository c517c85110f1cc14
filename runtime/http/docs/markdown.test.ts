import { expect, test } from 'vitest';
import { markdownToHtml, markdownToInlineHtml } from './markdown.js';

test('paragraphs, lists, code and strong text', () => {
  expect(markdownToHtml('One `a` and **two**.\n\n- first\n- `second`\n\nEnd.')).toBe(
    '<p>One <code>a</code> and <strong>two</strong>.</p>\n<ul><li>first</li><li><code>second</code></li></ul>\n<p>End.</p>',
  );
});

test('no text becomes an element', () => {
  expect(markdownToHtml('<script>alert(1)</script> & `<b>`')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>&lt;b&gt;</code></p>',
  );
});

test('what was escaped for other readers of Markdown is shown as it was meant', () => {
  expect(markdownToInlineHtml('a &lt;b> c, `&lt;`')).toBe('a &lt;b&gt; c, <code>&amp;lt;</code>');
});

test('code may hold ticks, and an open one is only a tick', () => {
  expect(markdownToInlineHtml('`` /a`b/ `` and ` alone')).toBe('<code>/a`b/</code> and ` alone');
});

test('nothing gives nothing', () => {
  expect(markdownToHtml('')).toBe('');
});
