// Server and key: from options, the environment, or the file of `pixwright login`, which only its owner may read.
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fill } from 'contract/words.ts';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import { CliError, exits } from './exits.ts';
import { words } from './words.ts';

const savedSchema = z.object({ server: z.string().optional(), key: z.string().optional() });
export type SavedSettings = z.output<typeof savedSchema>;

export interface Settings {
  readonly server: string;
  /** Absent: a visitor. */
  readonly key: string | undefined;
}

/** Takes `example.org` for `https://example.org`. */
export function readServer(named: string, { language }: Pick<Environment, 'language'>): string {
  const address = /^https?:\/\//i.test(named) ? named : `https://${named}`;
  if (!URL.canParse(address)) throw new CliError(exits.usage, fill(words[language].badServer, { server: named }));
  return new URL(address).origin;
}

export function readSaved({ configFile, language }: Environment, warn: (text: string) => void): SavedSettings {
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
    // On Windows the mode says nothing.
    if (process.platform !== 'win32' && (statSync(configFile).mode & 0o077) !== 0)
      warn(fill(words[language].openConfig, { file: configFile }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CliError(exits.usage, fill(words[language].badConfig, { file: configFile }));
  }
  try {
    return savedSchema.parse(JSON.parse(text));
  } catch {
    throw new CliError(exits.usage, fill(words[language].badConfig, { file: configFile }));
  }
}

/** Writes the file with mode 600, also where it existed with another one. */
export function saveSettings({ configFile }: Environment, saved: SavedSettings): void {
  mkdirSync(path.dirname(configFile), { recursive: true, mode: 0o700 });
  rmSync(configFile, { force: true });
  writeFileSync(configFile, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(configFile, 0o600);
}

const isLoopback = (server: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(server).hostname);

export function findSettings(
  named: string | undefined,
  environment: Environment,
  warn: (text: string) => void,
): Settings {
  const t = words[environment.language];
  const saved = readSaved(environment, warn);
  const server = named ?? environment.server ?? saved.server;
  if (server === undefined) throw new CliError(exits.usage, t.noServer);
  const origin = readServer(server, environment);
  // A saved key belongs to the server that it was saved with and is sent to no other.
  const isOwn = saved.server !== undefined && readServer(saved.server, environment) === origin;
  const key = environment.key ?? (isOwn ? saved.key : undefined);
  if (key && origin.startsWith('http:') && !isLoopback(origin)) warn(fill(t.plainHttp, { server: origin }));
  return { server: origin, key };
}
