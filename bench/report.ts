// The results of a bench, as lines of a table in docs/bench.md.
export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly rival: string;
  readonly aim: string;
  readonly isMet: boolean;
}

export type Bench = () => Promise<readonly Line[]>;

const row = (line: Line) =>
  `| ${line.what} | ${line.ours} | ${line.rival} | ${line.aim} | ${line.isMet ? 'yes' : '**no**'} |`;

export const renderTable = (lines: readonly Line[]): string =>
  ['| What | Ours | Beside it, in the same run | Aim | Met |', '|---|---|---|---|---|', ...lines.map(row)].join('\n');
