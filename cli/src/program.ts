// The command line: a command for each call, with options read from its contract, and help in the person's language.
import { Command, CommanderError, Option } from 'commander';
import { fill, type Language } from 'contract/words.ts';
import packageJson from '../package.json' with { type: 'json' };
import { type CallCommand, isLocalCall, listCommands } from './commands.ts';
import { CliError, exits } from './exits.ts';
import { mainRules, textFieldOf } from './inputs.ts';
import { listOptions, type OptionKind } from './option-kinds.ts';
import { phraseOf, phraseOfFile } from './option-words.ts';
import { listSideFiles, type Parsed } from './read-options.ts';
import { words } from './words.ts';

/** What the commands do, each with what the command line said. */
export interface Actions {
  readonly call: (command: CallCommand, named: readonly string[], given: Parsed) => Promise<void>;
  readonly logIn: (given: { readonly server?: string }) => Promise<void>;
  readonly logOut: () => Promise<void>;
  readonly serveMcp: (given: { readonly server?: string }) => Promise<void>;
  readonly printCompletion: (shell: string) => Promise<void>;
  readonly complete: (typed: readonly string[]) => Promise<void>;
}

const many = (value: string, before: readonly string[] = []) => [...before, value];

const describeRange = ({ range }: OptionKind, language: Language): string => {
  const t = words[language];
  if (!range) return '';
  const { min, max } = range;
  if (min !== undefined && max !== undefined) return fill(t.range, { least: min, most: max });
  if (min !== undefined) return fill(t.atLeast, { least: min });
  return max === undefined ? '' : fill(t.atMost, { most: max });
};

function describeOption(command: string, kind: OptionKind, language: Language): string {
  const t = words[language];
  const { field, choices, usual, takes, isRequired } = kind;
  const shown = typeof usual === 'object' ? JSON.stringify(usual) : String(usual);
  const isTold = usual !== undefined && usual !== '' && usual !== false && !['{}', '[]'].includes(shown);
  const asides = [
    isRequired ? t.needed : '',
    choices.length > 0 ? fill(t.choices, { choices: choices.join(', ') }) : describeRange(kind, language),
    takes === 'list' ? t.severally : takes === 'json' ? t.asJson : '',
    isTold && takes !== 'flag' ? fill(t.usual, { value: Array.isArray(usual) ? usual.join(',') : shown }) : '',
  ].filter(Boolean);
  const phrase = phraseOf(command, field, language) ?? field;
  return asides.length > 0 ? `${phrase} (${asides.join('; ')})` : phrase;
}

const placeholderOf = ({ takes, choices, range, isColour }: OptionKind): string => {
  if (takes === 'list') return '<list>';
  if (takes === 'json') return '<json>';
  if (isColour) return '<#rrggbb>';
  return range ? '<number>' : choices.length > 0 ? '<choice>' : '<text>';
};

function addCallOptions(command: Command, { name, call }: CallCommand, language: Language): void {
  // The argument stands for it.
  const filledIn = textFieldOf(call);
  for (const kind of listOptions(call.options)) {
    const isFlag = kind.takes === 'flag';
    // What is on unless told otherwise is turned off: --no-chapters.
    const flags = isFlag
      ? `--${kind.usual === true ? 'no-' : ''}${kind.name}`
      : `--${kind.name} ${placeholderOf(kind)}`;
    const about = describeOption(name, kind.field === filledIn ? { ...kind, isRequired: false } : kind, language);
    const option = new Option(flags, about);
    if (kind.takes === 'list') option.argParser(many);
    command.addOption(option);
  }
  for (const { rule, name: file } of listSideFiles(call)) {
    const about = fill(words[language].fileOption, { about: phraseOfFile(rule.field, language) ?? rule.field });
    const option = new Option(`--${file} <file>`, about);
    if (rule.many) option.argParser(many);
    command.addOption(option);
  }
}

/** Options that every call has, whatever its contract says. */
export const ownOptions = [
  'output',
  'server',
  'json',
  'yes',
  'quiet',
  'overwrite',
  'watch',
  'local',
  'timeout',
  'help',
];

function addOwnOptions(command: Command, { call }: CallCommand, language: Language): void {
  const t = words[language];
  command
    .option('-o, --output <place>', t.output)
    .option('--server <address>', t.server)
    .option('--json', t.json)
    .option('-y, --yes', t.yes)
    .option('-q, --quiet', t.quiet)
    .option('--overwrite', t.overwrite)
    .option('--timeout <seconds>', t.timeout);
  if (mainRules(call).some(({ many: isList }) => !isList)) command.option('--watch <folder>', t.watch);
  // Where it is impossible, it says why.
  command.addOption(new Option('--local', t.local).hideHelp(!isLocalCall(call)));
}

function addCall(program: Command, entry: CallCommand, language: Language, actions: Actions): void {
  const t = words[language];
  const rules = mainRules(entry.call);
  const text = textFieldOf(entry.call);
  const command = program
    .command(entry.name)
    .aliases([...entry.aliases])
    .description(entry.about[language]);
  if (rules.length > 0)
    command.argument('[files...]', rules.some(({ many: isList }) => !isList) ? t.files : t.listFiles);
  else if (text)
    command.argument(`[${text}...]`, fill(t.texts, { about: phraseOf(entry.name, text, language) ?? text }));
  addCallOptions(command, entry, language);
  addOwnOptions(command, entry, language);
  command.action(async (...given: unknown[]) => {
    const hasArguments = rules.length > 0 || text !== undefined;
    const named = hasArguments ? (given[0] as string[]) : [];
    const options = { ...(given[hasArguments ? 1 : 0] as Record<string, unknown>) };
    // A flag that is on unless told otherwise has a value even if it was not given.
    for (const name of Object.keys(options)) if (command.getOptionValueSource(name) === 'default') delete options[name];
    await actions.call(entry, named, options);
  });
}

/** The sentences of the parser's own errors, with what they name. */
function explain(error: CommanderError, language: Language): string {
  const t = words[language];
  const [, name = ''] = /'([^']+)'/.exec(error.message) ?? [];
  const [, near] = /Did you mean ([^?]+)\?/.exec(error.message) ?? [];
  const sentences: Readonly<Record<string, string>> = {
    'commander.unknownOption': t.unknownOption,
    'commander.unknownCommand': t.unknownCommand,
    'commander.optionMissingArgument': t.missingValue,
    'commander.excessArguments': t.unexpected,
  };
  const sentence = sentences[error.code];
  if (sentence === undefined) return error.message;
  return [fill(sentence, { name }), near ? fill(t.meant, { name: near }) : ''].filter(Boolean).join(' ');
}

function addOthers(program: Command, language: Language, actions: Actions): void {
  const t = words[language];
  program
    .command('login')
    .description(t.login)
    .option('--server <address>', t.server)
    .action((given: { server?: string }) => actions.logIn(given));
  program
    .command('logout')
    .description(t.logout)
    .action(() => actions.logOut());
  program
    .command('mcp')
    .description(t.mcp)
    .option('--server <address>', t.server)
    .action((given: { server?: string }) => actions.serveMcp(given));
  program
    .command('completion')
    .description(t.complete)
    .argument('<shell>', 'bash, zsh, fish')
    .action((shell: string) => actions.printCompletion(shell));
  program
    .command('complete', { hidden: true })
    .argument('[typed...]')
    .allowUnknownOption()
    .action((typed: string[]) => actions.complete(typed));
}

export function makeProgram(language: Language, actions: Actions): Command {
  const t = words[language];
  const titles: Readonly<Record<string, string>> = {
    'Usage:': t.usage,
    'Options:': t.options,
    'Arguments:': t.arguments,
    'Commands:': t.commands,
  };
  const program = new Command('pixwright')
    .description(t.about)
    .version(packageJson.version, '-V, --version', t.version)
    .helpOption('-h, --help', t.help)
    .helpCommand(false)
    .configureHelp({ styleTitle: title => titles[title] ?? title, subcommandTerm: command => command.name() })
    // Set before the commands, which take it over.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', `\n${t.examples}`);
  for (const entry of listCommands()) addCall(program, entry, language, actions);
  addOthers(program, language, actions);
  return program;
}

/** Runs the command that the arguments name. Throws CliError for wrong ones; help and version end normally. */
export async function parse(program: Command, args: readonly string[], language: Language): Promise<void> {
  if (args.length === 0) return program.outputHelp();
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    throw new CliError(exits.usage, explain(error, language));
  }
}
