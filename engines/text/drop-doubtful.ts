// Leaves out what was read in a picture without writing: an eye, a chain or a dial looks like a few letters to the network, which are alone in the
// picture and have no high score.

interface Line {
  readonly text: string;
  /** 0..1 */
  readonly score: number;
}

/** Score and letters of a line that shows that there is writing in the picture, so that doubtful lines are of it. */
const sureScore = 0.93;
const sureLetters = 2;

/** Score that a line needs where nothing is sure, by its letters. */
const neededScores = [
  { letters: 5, score: 0.8 },
  { letters: 2, score: 0.9 },
  { letters: 1, score: 0.97 },
] as const;

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Returns the lines that are probably writing. `others` are lines that another reader has confirmed. */
export function dropDoubtful<Read extends Line>(lines: readonly Read[], others: readonly Line[]): readonly Read[] {
  const isSure = ({ text, score }: Line) => score >= sureScore && countLetters(text) >= sureLetters;
  if (others.length > 0 || lines.some(isSure)) return lines;
  return lines.filter(({ text, score }) => {
    const needed = neededScores.find(({ letters }) => countLetters(text) >= letters);
    return needed !== undefined && score >= needed.score;
  });
}
