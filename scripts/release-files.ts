// The texts that a release changes.

/** A package.json with another version. */
export function withVersion(text: string, version: string): string {
  const changed = text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
  if (!/^ {2}"version": "/m.test(text)) throw new Error('a package.json without a version');
  return changed;
}

/** CHANGELOG.md with the unreleased changes under a version and its day. Throws if there are none. */
export function datedChanges(text: string, version: string, day: Date): string {
  const [, changes] = /^## Unreleased\n([\s\S]*?)(?=^## )/m.exec(text) ?? [];
  if (!changes?.trim()) throw new Error('CHANGELOG.md says nothing under "Unreleased"');
  return text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${day.toISOString().slice(0, 10)})\n`);
}

/** Chart.yaml with the version of the product: the image that it starts has the same one. */
export function withChartVersion(text: string, version: string): string {
  const changed = text
    .replace(/^version: .*$/m, `version: ${version}`)
    .replace(/^appVersion: .*$/m, `appVersion: "${version}"`);
  if (!/^version: /m.test(text) || !/^appVersion: /m.test(text)) throw new Error('a Chart.yaml without its versions');
  return changed;
}

/** docs/backups.md, whose table of migrations names a version in place of "unreleased". */
export const withMigrations = (text: string, version: string): string =>
  text.replace(/^\| unreleased \| (.*) \|$/m, `| ${version} | $1 |`);
