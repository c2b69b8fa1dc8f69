// Commits have short subjects.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSubjectFaults, readCommits, ruleStart } from './subjects.ts';
import { root } from './tree.ts';

test('every commit since the rule has a short subject', context => {
  const commits = readCommits(root, ruleStart);
  if (!commits) return context.skip('the history is not here');
  expect(findSubjectFaults(commits)).toEqual([]);
});

function plantRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-subjects-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  const commit = (subject: string) => {
    git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject, '-m', 'b'.repeat(100));
    return git('rev-parse', 'HEAD');
  };
  return { folder, commit, git };
}

test('a long subject after the start is found, an earlier one is not', () => {
  const { folder, commit } = plantRepository();
  const start = commit(`old: ${'a'.repeat(100)}`);
  commit(`fits: ${'图'.repeat(66)}`);
  const long = commit(`long: ${'a'.repeat(67)}`);
  const commits = readCommits(folder, start);
  expect(commits).toHaveLength(2);
  expect(findSubjectFaults(commits!)).toEqual([expect.stringMatching(/ has a subject of 73 characters\. Instead: /)]);
  expect(long).toContain(/Commit (\S+)/.exec(findSubjectFaults(commits!)[0]!)![1]);
});

test('an archive and a shallow clone are skipped', () => {
  const { folder, commit, git } = plantRepository();
  const start = commit('first');
  commit(`long: ${'a'.repeat(67)}`);
  mkdirSync(path.join(folder, 'archive'));
  expect(readCommits(path.join(folder, 'archive'), start)).toBeUndefined();
  git('clone', '--quiet', '--depth=1', `file://${folder}`, path.join(folder, 'shallow'));
  expect(readCommits(path.join(folder, 'shallow'), start)).toBeUndefined();
  const alone = mkdtempSync(path.join(tmpdir(), 'pixwright-subjects-'));
  onTestFinished(() => rmSync(alone, { recursive: true, force: true }));
  expect(readCommits(alone, start)).toBeUndefined();
});
