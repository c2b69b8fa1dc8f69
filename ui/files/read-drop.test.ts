// Tests which files of a drop are read: at most 2000, and never fewer because one of them cannot be read.
import { expect, test } from 'vitest';
import { readTransfer } from './read-drop.ts';

const fileEntry = (name: string, isReadable = true) => ({
  name,
  isFile: true,
  file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
    isReadable ? resolve(new File(['x'], name)) : reject(new DOMException('locked', 'NotReadableError')),
});
const folderEntry = (name: string, children: object[], isReadable = true) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [children, []];
    return {
      readEntries: (resolve: (some: unknown) => void, reject: (error: unknown) => void) =>
        isReadable ? resolve(left.shift()) : reject(new DOMException('denied', 'NotAllowedError')),
    };
  },
});
const transferOf = (...entries: object[]) =>
  ({
    items: entries.map(entry => ({
      kind: 'file',
      webkitGetAsEntry: () => entry,
      getAsFile: () => new File(['x'], (entry as { name: string }).name),
    })),
  }) as unknown as DataTransfer;
const names = async (...entries: object[]) => (await readTransfer(transferOf(...entries))).map(({ name }) => name);

test('files and folders that cannot be read are left out', async () => {
  const folder = folderEntry('f', [fileEntry('a'), fileEntry('b', false), folderEntry('g', [], false), fileEntry('c')]);
  expect(await names(fileEntry('first'), folder, fileEntry('last'))).toEqual(['first', 'a', 'c', 'last']);
});

test('loose files are limited like those in folders', async () => {
  const loose = Array.from({ length: 2100 }, (_, index) => fileEntry(`${index}`));
  expect(await names(folderEntry('f', [fileEntry('a')]), ...loose)).toHaveLength(2000);
});
