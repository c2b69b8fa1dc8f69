// What a command was asked to do, as its parts pass it on.
import type { CallCommand } from './commands.ts';
import type { Environment } from './environment.ts';
import type { Parsed } from './read-options.ts';
import type { Terminal } from './terminal.ts';

export interface CommandLine {
  readonly command: CallCommand;
  readonly named: readonly string[];
  readonly given: Parsed;
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** The value of an option that takes one. */
export const textOf = (given: Parsed, name: string): string | undefined =>
  typeof given[name] === 'string' ? given[name] : undefined;
