// Tests the plain text of Markdown for screen readers.
import { expect, test } from 'vitest';
import { readAloud } from './markdown.tsx';

test('the words are read without signs and addresses', () => {
  const text =
    '**Is it free?**\n\nSome tools &amp; links are. More under [FAQ](/#/faq)\n\n- one `a`\n- *two*\n\n| a | b |\n|---|---|\n| c | d |';
  expect(readAloud(text)).toBe('Is it free?\nSome tools & links are. More under FAQ\none a\ntwo\na, b\nc, d');
});
