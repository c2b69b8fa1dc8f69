// The person's side: results on standard output, progress and messages on standard error, questions where there is a terminal.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface Terminal {
  readonly say: (text: string) => void;
  readonly out: (text: string) => void;
  /** Shows a line in place of the last such line; without a terminal nothing. */
  readonly show: (line: string) => void;
  readonly canAsk: boolean;
  /** `isSecret`: what is typed is not shown. */
  readonly ask: (question: string, isSecret?: boolean) => Promise<string>;
}

const clearLine = '\r\u001b[K';
/** Names of files may hold escape sequences. */
const visible = (text: string) =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, letter => (letter === '\n' ? letter : '�'));

export function openTerminal({ isQuiet }: { readonly isQuiet: boolean }): Terminal {
  const { stdin, stdout, stderr } = process;
  let isShown = false;
  const clear = () => {
    if (isShown) stderr.write(clearLine);
    isShown = false;
  };
  return {
    say: text => {
      clear();
      stderr.write(`${visible(text)}\n`);
    },
    out: text => {
      clear();
      stdout.write(`${text}\n`);
    },
    show: line => {
      if (isQuiet || !stderr.isTTY) return;
      const width = (stderr.columns ?? 80) - 1;
      stderr.write(`${clearLine}${visible(line).slice(0, width)}`);
      isShown = true;
    },
    canAsk: Boolean(stdin.isTTY && stderr.isTTY),
    async ask(question, isSecret = false) {
      clear();
      let isMuted = false;
      const output = new Writable({
        write: (chunk, _, done) => {
          if (!isMuted) stderr.write(chunk);
          done();
        },
      });
      const asker = createInterface({ input: stdin, output, terminal: Boolean(stdin.isTTY) });
      try {
        const answer = asker.question(question);
        isMuted = isSecret;
        return (await answer).trim();
      } finally {
        asker.close();
        if (isSecret && stdin.isTTY) stderr.write('\n');
      }
    },
  };
}
