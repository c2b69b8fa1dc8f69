// Only one file may make sharp write metadata, so that no tool can leak a location into a result by accident.
import type { Tree } from './tree.ts';
import { isCode } from './tree.ts';

const home = 'engines/metadata/carry-metadata.ts';
const asking =
  /\.(keepMetadata|withMetadata|keepExif|withExif|withExifMerge|keepXmp|withXmp|keepGainMap|withGainMap)\(/;

export function findMetadataFaults(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => /^(engines|tools|server)\//.test(file) && isCode(file) && !/(^|\/)test-|\.test\.ts$/.test(file))
    .filter(([file, text]) => file !== home && asking.test(text))
    .map(
      ([file]) =>
        `${file} asks sharp to write metadata. Instead: picture.start({ keeps }), which knows what is private.`,
    );
}
