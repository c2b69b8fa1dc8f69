// Counts the parts of a clip's structure, and refuses a clip with more than any real recording has.
import { AppError } from 'contract/errors.ts';

/**
 * ffmpeg compares each new tag, chapter or program with all earlier ones: 60,000 of them take it 7 s to several minutes, 4,000 a tenth of a
 * second. Audio books have hundreds of chapters, albums hundreds of tags, satellite channels dozens of programs.
 */
const max = {
  tags: 4000,
  chapters: 4000,
  programs: 500,
  /** Boxes of an MP4's index. Each track has about thirty. */
  boxes: 20_000,
  /** Seek points that are earlier than the one before them: each moves all later ones. */
  'seek points out of order': 1000,
  edits: 1000,
  /** Steps of a scan: frames of a recording whose clusters do not tell their size. Two hours have under a million. */
  steps: 3_000_000,
} as const;

export type Part = keyof typeof max;

const tooComplex = (part: string) => new AppError('CLIP_TOO_COMPLEX', { part });

export class Tally {
  readonly #counts = new Map<Part, number>();

  /** Throws CLIP_TOO_COMPLEX when the clip has too many of these. */
  count(part: Part, added = 1): void {
    const total = (this.#counts.get(part) ?? 0) + added;
    if (total > max[part]) throw tooComplex(part);
    this.#counts.set(part, total);
  }

  refuse(part: string): never {
    throw tooComplex(part);
  }
}
