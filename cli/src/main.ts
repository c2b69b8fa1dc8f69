// Starts the program: reads the command line, runs the command, and ends with the exit code that docs/cli.md promises.
import { complete, isShell, scriptOf } from './completion.ts';
import { readEnvironment } from './environment.ts';
import { CliError, exitCodeOf, exits, tellError } from './exits.ts';
import { logIn, logOut } from './login.ts';
import { makeProgram, parse } from './program.ts';
import { runCommand } from './run-command.ts';
import { openTerminal } from './terminal.ts';
import { words } from './words.ts';

const environment = readEnvironment();
const { language } = environment;
const args = process.argv.slice(2);
const terminal = openTerminal({ isQuiet: args.includes('-q') || args.includes('--quiet') });

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The second one does not wait for the server.
    if (interrupted.signal.aborted) process.exit(exits.interrupted);
    interrupted.abort();
  });
// Who reads the output has left, such as `head`.
process.stdout.on('error', () => process.exit(exits.failed));

const program = makeProgram(language, {
  async call(command, named, given) {
    const line = { command, named, given, environment, terminal, signal: interrupted.signal };
    process.exitCode = await runCommand(line);
  },
  logIn: given => logIn(given, environment, terminal),
  logOut: () => logOut(environment, terminal),
  // The protocol's library is loaded for this command alone.
  serveMcp: async ({ server }) =>
    (await import('./mcp.ts')).serveMcp(server, environment, terminal, interrupted.signal),
  async printCompletion(shell) {
    if (!isShell(shell)) throw new CliError(exits.usage, words[language].unknownShell);
    terminal.out(scriptOf(shell));
  },
  async complete(typed) {
    for (const word of complete(program, typed)) terminal.out(word);
  },
});

try {
  await parse(program, args, language);
} catch (error) {
  if (interrupted.signal.aborted) process.exitCode = exits.interrupted;
  else {
    terminal.say(tellError(error));
    process.exitCode = exitCodeOf(error);
  }
}
