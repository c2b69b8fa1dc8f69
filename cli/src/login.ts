// `pixwright login` and `logout`: server and key in a file that only its owner may read.
import { existsSync, rmSync } from 'node:fs';
import { createClient } from '@pixwright/client/client.ts';
import { fill } from 'contract/words.ts';
import type { Environment } from './environment.ts';
import { CliError, exits } from './exits.ts';
import { readSaved, readServer, saveSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { words } from './words.ts';

/** A key that is invalid is refused by every call, also by a list that anyone may read. */
const anyList = { method: 'GET', path: '/web/photoFilterType/getList' } as const;
/** A person waits. */
const patience = { giveUpAfterMs: 10_000 };

/** The key is typed or piped, never an argument: arguments are seen by every user of the machine. */
export async function logIn(
  { server: named }: { readonly server?: string },
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const { language, configFile } = environment;
  const t = words[language];
  const known = named ?? environment.server ?? readSaved(environment, terminal.say).server;
  const asked = known ?? (terminal.canAsk ? await terminal.ask(t.askServer) : undefined);
  if (!asked) throw new CliError(exits.usage, t.noServer);
  const server = readServer(asked, environment);
  const key = environment.key ?? (await terminal.ask(terminal.canAsk ? t.askKey : '', true));
  if (!/^pxk_[\w-]{43}$/.test(key)) throw new CliError(exits.usage, t.badKeyShape);
  await createClient({ origin: server, key, language, patience }).call(anyList);
  saveSettings(environment, { server, key });
  terminal.say(fill(t.saved, { file: configFile }));
}

export async function logOut({ configFile, language }: Environment, terminal: Terminal): Promise<void> {
  if (!existsSync(configFile)) return;
  rmSync(configFile);
  terminal.say(fill(words[language].removed, { file: configFile }));
}
