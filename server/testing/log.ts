// A log that a test reads.
import type { Logger } from 'pino';
import { openLog } from '../src/adapters/log.ts';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

interface CollectedLog {
  readonly log: Logger;
  readonly lines: readonly LogLine[];
  /** The same lines as they were written. */
  readonly texts: readonly string[];
}

export function collectLog(level = 'debug'): CollectedLog {
  const lines: LogLine[] = [];
  const texts: string[] = [];
  const write = (text: string) => {
    texts.push(text);
    lines.push(JSON.parse(text));
  };
  return { log: openLog(level, { write }), lines, texts };
}

/** The lines of a log among what a program wrote. */
export const readLogLines = (output: string): LogLine[] =>
  output
    .split('\n')
    .filter(line => line.startsWith('{') && line.endsWith('}'))
    .map(line => JSON.parse(line) as LogLine);
