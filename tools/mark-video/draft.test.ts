// Tests that of a stored draft only what can be read is used.
import { expect, test } from 'vitest';
import { firstDraft, parseDraft } from './draft.ts';

test('a stored draft is read', () => {
  expect(parseDraft('{"format":"mkv","start":2.5}')).toEqual({ ...firstDraft, format: 'mkv', start: 2.5 });
});

test.each(['{"format":', '[]', 'null', '7', '{"cues":5,"mark":null,"end":"x","other":1}'])('%s is no draft', text => {
  expect(parseDraft(text)).toEqual(firstDraft);
});
