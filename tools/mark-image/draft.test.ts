// A mark designed on the page becomes the matching call.
import { placeMark } from 'contract/mark/place.ts';
import { expect, test } from 'vitest';
import { markOptions } from './contract.ts';
import { firstDraft, type MarkDraft, payloadOf, placeDraft } from './draft.ts';
import { wishesOf } from './wishes.ts';

const picture = { width: 1600, height: 900 };
const shape = { width: 900, height: 200, unit: 180 };

test('a dragged, resized and rotated mark gives matching options', () => {
  const draft: MarkDraft = { ...firstDraft, markContent: '图匠' };
  const before = placeMark(picture, shape, wishesOf(draft));
  const after = {
    width: before.width * 1.7,
    height: before.height * 1.7,
    centre: { x: 512.25, y: 333.5 },
    degrees: -12.5,
  };
  const changed = { ...draft, ...placeDraft(draft, picture, shape, before, after) };
  const asked = placeMark(picture, shape, wishesOf(markOptions.parse(payloadOf(changed))));
  expect(asked.width).toBeCloseTo(after.width, 1);
  expect(asked.centre.x).toBeCloseTo(512.25, 2);
  expect(asked.centre.y).toBeCloseTo(333.5, 2);
  expect(asked.degrees).toBe(-12.5);
});

test('a call names one mark only', () => {
  const both = { ...firstDraft, markContent: '图匠', image: { id: '1', name: 'logo.png', blob: new Blob(['x']) } };
  expect(payloadOf(both)).not.toHaveProperty('image');
  expect(payloadOf({ ...both, markType: 'image' })).not.toHaveProperty('markContent');
  expect(markOptions.parse(payloadOf({ ...both, markType: 'image' })).markType).toBe('image');
});
