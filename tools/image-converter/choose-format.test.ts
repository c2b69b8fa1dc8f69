// Tests that the suggested format does not enlarge a file without notice, and that only relevant options are sent.
import { pictureTypes } from 'contract/media.ts';
import { expect, test } from 'vitest';
import { chooseFormat, defaultOptions, mayGrow, relevantOptions } from './choose-format.ts';
import { convertOptions } from './contract.ts';

test('every input type gets a suggestion that the contract accepts', () => {
  for (const type of pictureTypes) {
    const options = defaultOptions({ type });
    expect(convertOptions.parse(relevantOptions(options)).format).toBe(options.format);
  }
});

test('only formats that few programs open get a suggestion that may enlarge the file, and that is announced', () => {
  const growing = pictureTypes.filter(type => mayGrow({ type }, defaultOptions({ type })));
  expect(growing).toEqual(['webp', 'avif', 'heic']);
});

test('transparency and animation are kept', () => {
  expect(chooseFormat({ type: 'webp', hasAlpha: true })).toBe('png');
  expect(chooseFormat({ type: 'webp', isAnimated: true })).toBe('gif');
  expect(chooseFormat({ type: 'gif', isAnimated: true })).toBe('webp');
  expect(chooseFormat({ type: 'heic' })).toBe('jpg');
});

test('with a target size or smaller dimensions no growth is announced', () => {
  const options = { ...defaultOptions({ type: 'jpg' }), format: 'png' as const };
  expect(mayGrow({ type: 'jpg' }, options)).toBe(true);
  expect(mayGrow({ type: 'jpg' }, { ...options, width: 800 })).toBe(false);
});

test('options that a format does not use are not sent', () => {
  const options = { ...defaultOptions({ type: 'jpg' }), format: 'png' as const, targetKb: 50, width: 10 };
  expect(relevantOptions(options)).not.toHaveProperty('targetKb');
  expect(relevantOptions(options)).not.toHaveProperty('quality');
  expect(relevantOptions({ ...options, fit: 'fill' }).fit).toBe('inside');
});
