// Completion in bash, zsh and fish: their scripts ask the hidden command `complete`, which reads the same tree of commands as help does.
import type { Command, Option } from 'commander';
import { listCommands } from './commands.ts';
import { listOptions } from './option-kinds.ts';

const scripts = {
  bash: `_pixwright() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(pixwright complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -F _pixwright pixwright`,
  zsh: `#compdef pixwright
_pixwright() {
  local -a found
  found=("\${(@f)$(pixwright complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
if [[ "$funcstack[1]" = _pixwright ]]; then _pixwright "$@"; else compdef _pixwright pixwright; fi`,
  fish: `function __pixwright_complete
  set -l typed (commandline -opc) (commandline -ct)
  set -l found (pixwright complete -- $typed[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c pixwright -f -a '(__pixwright_complete)'`,
};

export const isShell = (name: string): name is keyof typeof scripts => Object.hasOwn(scripts, name);

export const scriptOf = (shell: keyof typeof scripts): string => scripts[shell];

const namesOf = (command: Command): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);

/** The values of an option of a call. */
function choicesOf(command: Command, option: Option): string[] {
  const entry = listCommands().find(({ name }) => name === command.name());
  const kind = entry && listOptions(entry.call.options).find(({ name }) => `--${name}` === option.long);
  return kind ? [...kind.choices] : [];
}

/** What may follow: the last word is being typed. Nothing: a file may. */
export function complete(program: Command, typed: readonly string[]): string[] {
  const words = typed.length > 0 ? typed : [''];
  const last = words.at(-1) ?? '';
  const [name = ''] = words;
  const known = program.commands.filter(command => command.createHelp().commandDescription(command) !== '');
  if (words.length === 1) return startingWith(last, [...known.map(one => one.name()), ...namesOf(program)]);
  const command = known.find(one => one.name() === name || one.aliases().includes(name));
  if (!command) return [];
  if (command.name() === 'completion') return startingWith(last, Object.keys(scripts));
  const before = command.options.find(({ long, short }) => [long, short].includes(words.at(-2)));
  if (before?.required) return startingWith(last, choicesOf(command, before));
  return last.startsWith('-') ? startingWith(last, namesOf(command)) : [];
}

const startingWith = (start: string, all: readonly string[]) => all.filter(one => one.startsWith(start));
