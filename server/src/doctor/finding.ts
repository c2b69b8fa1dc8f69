// What the doctor finds: one sentence about one thing, how bad it is, and what mends it.
import type { Remark } from './remarks.ts';

/** fault: it cannot work so; warning: it works, and is dangerous or broken in a part; hint: it could be better. */
export type Level = 'ok' | 'hint' | 'warning' | 'fault';

/** From the harmless to the grave, which is printed last and stays in view. */
const levels: readonly Level[] = ['ok', 'hint', 'warning', 'fault'];

export interface Finding {
  readonly level: Level;
  /** The switch or the thing that it is about. */
  readonly about: string;
  readonly what: string;
  /** Absent where nothing is to be mended. */
  readonly mend?: string;
}

export const ok = (about: string, what: string): Finding => ({ level: 'ok', about, what });
export const hint = (about: string, what: string, mend: string): Finding => ({ level: 'hint', about, what, mend });
export const warning = (about: string, what: string, mend: string): Finding => ({
  level: 'warning',
  about,
  what,
  mend,
});
export const fault = (about: string, what: string, mend?: string): Finding => ({
  level: 'fault',
  about,
  what,
  ...(mend && { mend }),
});

export const asFindings = (level: Exclude<Level, 'ok'>, about: string, remarks: readonly Remark[]): Finding[] =>
  remarks.map(remark => ({ level, about, ...remark }));

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** One line for each finding, grouped by level. */
export function tellFindings(findings: readonly Finding[]): string {
  const groups = levels.flatMap(level => {
    const found = findings.filter(finding => finding.level === level);
    const lines = found.map(
      ({ about, what, mend }) => `  ${oneLine([`${about}: ${what}`, mend].filter(Boolean).join(' '))}`,
    );
    return found.length === 0 ? [] : [[level, ...lines].join('\n')];
  });
  return `${groups.join('\n\n')}\n`;
}
