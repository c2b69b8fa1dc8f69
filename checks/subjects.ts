// Subjects of commits: at most 72 characters, the width of `git log` in a terminal, checked for every commit since this rule exists.
import { spawnSync } from 'node:child_process';

/** The last commit before the rule. */
export const ruleStart = 'b715cf0f8baebb58be504b0b821668969b02b9a1';
const maxCharacters = 72;

function runGit(folder: string, ...args: string[]): string | undefined {
  // Without Git's own variables: inside a hook they name another repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { env, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/**
 * The commits after `start` as lines of hash and subject. Undefined where they cannot be told: in an archive, which has no repository, and in a
 * clone so shallow that it lacks `start`.
 */
export function readCommits(folder: string, start: string): string[] | undefined {
  // An archive unpacked inside another repository is no part of it.
  if (runGit(folder, 'rev-parse', '--show-prefix') !== '\n') return undefined;
  if (runGit(folder, 'cat-file', '-e', `${start}^{commit}`) === undefined) return undefined;
  return runGit(folder, 'log', '--no-merges', '--format=%h %s', `${start}..HEAD`)?.split('\n').filter(Boolean);
}

export function findSubjectFaults(commits: readonly string[]): string[] {
  return commits.flatMap(line => {
    const [, hash, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const length = [...subject].length;
    return length > maxCharacters
      ? [
          `Commit ${hash} has a subject of ${length} characters. Instead: at most ${maxCharacters}, and the reason in the body.`,
        ]
      : [];
  });
}
