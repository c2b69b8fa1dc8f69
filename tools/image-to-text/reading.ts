// Converts a result for the screen.
import type { TaskResult } from 'ui/tool-screen.ts';
import type { ReadMeta } from './contract.ts';

export interface ShownLine {
  readonly index: number;
  readonly text: string;
  /** Whether the line's score is low. */
  readonly isUnsure: boolean;
  /** x and y of the corners, clockwise from where the text starts, in pixels of the picture. */
  readonly quad: readonly number[];
}

export interface ShownParagraph {
  readonly kind: ReadMeta['paragraphs'][number]['kind'];
  readonly lines: readonly ShownLine[];
}

export interface Reading {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Lines end where they end in the picture. */
  readonly keepsLines: boolean;
  readonly lines: readonly ShownLine[];
  readonly paragraphs: readonly ShownParagraph[];
}

/** Score below which a line is more likely than not to hold a wrong character. */
const sureScore = 0.93;

/** `meta` comes from this tool's run, which writes a ReadMeta. */
export function readResult({ text = '', boxes = [], meta }: TaskResult): Reading {
  const { inputWidth, inputHeight, keepsLines, quads, paragraphs } = meta as ReadMeta;
  const lines = boxes.map((box, index) => ({
    index,
    text: box.text ?? '',
    isUnsure: box.score < sureScore,
    quad: quads[index] ?? [box.x, box.y, box.x + box.w, box.y, box.x + box.w, box.y + box.h, box.x, box.y + box.h],
  }));
  let taken = 0;
  return {
    text,
    width: inputWidth,
    height: inputHeight,
    keepsLines,
    lines,
    paragraphs: paragraphs.map(({ kind, lines: count }) => {
      taken += count;
      return { kind, lines: lines.slice(taken - count, taken) };
    }),
  };
}
