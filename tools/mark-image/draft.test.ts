// Tests that a mark designed on the page becomes the matching call.
import { placeMark } from 'contract/mark/place.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import { type DraftMark, firstMark, placeDraft } from 'ui/mark-options/draft-mark.ts';
import { expect, test } from 'vitest';
import { markOptions } from './contract.ts';
import { addMark, changeMark, filesOf, firstDraft, moveMark, payloadOf } from './draft.ts';

const picture = { width: 1600, height: 900 };
const shape = { width: 900, height: 200, unit: 180 };

const payloadFor = (...marks: DraftMark[]) => payloadOf({ ...firstDraft, marks });
const makePicture = (id: string) => ({ id, name: `${id}.png`, blob: new Blob([id]) });

test('a dragged, resized and rotated mark gives matching options', () => {
  const mark: DraftMark = { ...firstMark, markContent: '图匠' };
  const before = placeMark(picture, shape, wishesOf(mark));
  const after = {
    width: before.width * 1.7,
    height: before.height * 1.7,
    centre: { x: 512.25, y: 333.5 },
    degrees: -12.5,
  };
  const changed = { ...mark, ...placeDraft(mark, picture, shape, before, after) };
  const asked = placeMark(picture, shape, wishesOf(markOptions.parse(payloadFor(changed))));
  expect(asked.width).toBeCloseTo(after.width, 1);
  expect(asked.centre.x).toBeCloseTo(512.25, 2);
  expect(asked.centre.y).toBeCloseTo(333.5, 2);
  expect(asked.degrees).toBe(-12.5);
});

test('a mark is either a text or an image, whatever was chosen before', () => {
  const both = { ...firstMark, markContent: '图匠', image: makePicture('logo') };
  expect(payloadFor(both)).not.toHaveProperty('image');
  expect(filesOf({ ...firstDraft, marks: [both] })).toEqual({});
  expect(payloadFor({ ...both, markType: 'image' })).not.toHaveProperty('markContent');
  expect(markOptions.parse(payloadFor({ ...both, markType: 'image' })).markType).toBe('image');
});

test('a single mark uses the plain fields; further ones refer to their images by index', () => {
  expect(Object.keys(payloadFor({ ...firstMark, markContent: 'a' }))).not.toContain('more');
  const [one, two, three] = ['one', 'two', 'three'].map(id => ({
    ...firstMark,
    id,
    markType: 'image' as const,
    image: makePicture(id),
  })) as [DraftMark, DraftMark, DraftMark];
  const draft = { ...firstDraft, marks: [one, { ...firstMark, id: 't', markContent: 'text' }, two, three] };
  const { more } = markOptions.parse(payloadOf(draft));
  expect(more.map(({ markType, markContent, picture: number }) => [markType, markContent, number])).toEqual([
    ['text', 'text', undefined],
    ['image', undefined, 0],
    ['image', undefined, 1],
  ]);
  expect(filesOf(draft)).toMatchObject({
    markUrl: { name: 'one.png' },
    markUrls: [{ name: 'two.png' }, { name: 'three.png' }],
  });
});

test('marks are added at a free position, changed one at a time, and moved up or down a layer', () => {
  const first = addMark(firstDraft, { markType: 'image' });
  const second = addMark(first.draft, {});
  expect(second.draft.marks.map(mark => mark.position)).toEqual(['bottom-right', 'top-left', 'bottom-left']);
  const { marks } = second.draft;
  expect(changeMark(marks, first.id, { opacity: 0.2 }).map(mark => mark.opacity)).toEqual([0.75, 0.2, 0.75]);
  const ids = (list: readonly DraftMark[]) => list.map(mark => mark.id);
  expect(ids(moveMark(marks, first.id, 1))).toEqual(['first', second.id, first.id]);
  expect(ids(moveMark(marks, first.id, -1))).toEqual([first.id, 'first', second.id]);
  expect(moveMark(marks, second.id, 1)).toBe(marks);
});
