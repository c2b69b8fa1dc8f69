// What the program takes from its environment, read here alone.
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Language } from 'contract/words.ts';

export interface Environment {
  readonly language: Language;
  readonly server: string | undefined;
  readonly key: string | undefined;
  /** Where `pixwright login` keeps server and key. */
  readonly configFile: string;
  /** Where programs are, for the engines of this machine. */
  readonly programs: Readonly<Record<string, string>>;
}

/** The first variable that is set decides, as in POSIX; a language we do not speak is English. */
const readLanguage = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language =>
  /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';

export function readEnvironment(env = process.env): Environment {
  const configHome = env.XDG_CONFIG_HOME || path.join(homedir(), '.config');
  return {
    language: readLanguage(env),
    server: env.PIXWRIGHT_SERVER?.trim() || undefined,
    key: env.PIXWRIGHT_KEY?.trim() || undefined,
    configFile: path.join(configHome, 'pixwright', 'config.json'),
    programs: {
      ...(env.PATH && { PATH: env.PATH }),
      ...(env.FFMPEG_PATH && { FFMPEG_PATH: env.FFMPEG_PATH }),
    },
  };
}
