// What a release writes into the packages and CHANGELOG.md.
import { expect, test } from 'vitest';
import { datedChanges, withChartVersion, withMigrations, withVersion } from './release-files.ts';

test('only the version of the package itself changes', () => {
  const text = '{\n  "name": "a",\n  "version": "0.1.0",\n  "dependencies": {\n    "version": "0.1.0"\n  }\n}\n';
  expect(withVersion(text, '1.0.0-rc.1')).toBe(text.replace('"0.1.0"', '"1.0.0-rc.1"'));
  expect(() => withVersion('{}', '1.0.0')).toThrow('without a version');
});

test('the unreleased changes move under the version and its day', () => {
  const text = '# Changes\n\n## Unreleased\n\n- One.\n\n## 0.1.0\n\nThe first.\n';
  const day = new Date('2026-12-01T10:00:00Z');
  expect(datedChanges(text, '1.0.0', day)).toBe(
    '# Changes\n\n## Unreleased\n\n## 1.0.0 (2026-12-01)\n\n- One.\n\n## 0.1.0\n\nThe first.\n',
  );
  expect(() => datedChanges('# Changes\n\n## Unreleased\n\n## 0.1.0\n', '1.0.0', day)).toThrow('says nothing');
});

test('the chart and its image get the version, and the table of migrations names it', () => {
  expect(withChartVersion('name: a\nversion: 0.1.0\nappVersion: "0.1.0"\n', '1.0.0')).toBe(
    'name: a\nversion: 1.0.0\nappVersion: "1.0.0"\n',
  );
  expect(() => withChartVersion('name: a\n', '1.0.0')).toThrow('without its versions');
  const rows = '| 0.1.0 | 0001 to 0024 |\n';
  expect(withMigrations(`${rows}| unreleased | 0001 to 0034 |\n`, '1.0.0')).toBe(`${rows}| 1.0.0 | 0001 to 0034 |\n`);
});
