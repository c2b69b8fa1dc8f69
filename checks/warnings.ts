// The catalogue of warnings: every code says something in both languages and is given by a run or by the server as it ends, and docs/warnings.md lists all of them.
import type { Warning } from 'contract/warnings/entry.ts';
import { fill, type Language, type Sentence } from 'contract/words.ts';
import { linkFiles } from './syntax.ts';
import { isForTests, isProduct, type Tree } from './tree.ts';

export type WarningTable = Readonly<Record<string, Warning>>;

/** The files of the catalogue itself. */
const catalogue = /^contract\/(warnings(\/[\w-]+)?|clip\/loss-words)\.ts$/;

/** What `warningWords` fills, and what the page shows instead. */
const filled = { count: 'n', wanted: '1152 × 896', drawn: '1536 × 1024', words: '…' };

/** The names of a sentence's placeholders; `{count:track|tracks}` is the placeholder `count`. */
const listPlaces = (sentence: string) =>
  [...new Set(Array.from(sentence.matchAll(/\{(\w+)[}:]/g), ([, name]) => name))].sort().join(' ');

function judgeSentence(name: string, { zh, en }: Sentence): string[] {
  if (!zh.trim() || !en.trim()) return [`${name} lacks a sentence. Instead: write zh and en, for a person.`];
  if (zh === en) return [`${name} says the same in both languages. Instead: translate it.`];
  const places = listPlaces(zh);
  if (places !== listPlaces(en))
    return [`${name} has other {places} in zh than in en. Instead: fill the same in both.`];
  const isFilled = places.split(' ').every(place => place === '' || place in filled);
  const known = Object.keys(filled).map(place => `{${place}}`);
  return isFilled ? [] : [`${name} has a place that nothing fills. Instead: use ${known.join(', ')}.`];
}

/** The server knows what no run does: that nothing is charged for a result. */
const enders = ['server/src/tasks/free-results.ts'];

/** The texts of all files that the runs of tools load, apart from the catalogue, and of those that end a run. */
function readRuns(tree: Tree): string[] {
  const product = [...tree.keys()].filter(file => isProduct(file) && !isForTests(file));
  const links = linkFiles(tree, product);
  const reached = new Set<string>();
  const walk = (file: string) => {
    if (reached.has(file) || catalogue.test(file) || !isProduct(file)) return;
    reached.add(file);
    for (const next of links.get(file) ?? []) walk(next);
  };
  for (const file of product.filter(name => /^tools\/[\w-]+\/run\.ts$/.test(name))) walk(file);
  return [...reached, ...enders].map(file => tree.get(file) ?? '');
}

export function findWarningFaults(warnings: WarningTable, tree: Tree): string[] {
  const texts = readRuns(tree);
  const isGiven = (code: string) => texts.some(text => text.includes(`'${code}'`));
  return Object.entries(warnings).flatMap(([code, { remedy, ...sentence }]) => [
    ...judgeSentence(code, sentence),
    ...(remedy ? judgeSentence(`the remedy of ${code}`, remedy) : []),
    ...(isGiven(code) ? [] : [`${code} is given by no run. Instead: give it where it belongs, or remove it.`]),
  ]);
}

/** Numbers stand as n, and a plural fits it. */
const show = ({ remedy, ...sentence }: Warning, language: Language) => {
  const stop = language === 'zh' ? '。' : '.';
  const texts = [sentence[language], ...(remedy ? [remedy[language]] : [])];
  return texts.map(text => `${fill(text, filled)}${stop}`).join(language === 'zh' ? '' : ' ');
};

/** The page for users of the API: a table for each topic. */
export function writeWarningsPage(topics: Readonly<Record<string, WarningTable>>): string {
  const tables = Object.entries(topics).map(([title, warnings]) => {
    const rows = Object.entries(warnings).map(
      ([code, warning]) => `| \`${code}\` | ${show(warning, 'en')} | ${show(warning, 'zh')} |`,
    );
    return [`## ${title}`, '', '| code | English | 中文 |', '|---|---|---|', ...rows, ''].join('\n');
  });
  const doubts = Object.values(topics).flatMap(warnings =>
    Object.entries(warnings).flatMap(([code, { isDoubt }]) => (isDoubt ? [`\`${code}\``] : [])),
  );
  return `# Warnings

\`meta.warnings\` of a result is a list of these codes. The run did what it was asked, and a warning says what else there is to know about the result.
The sentences are those that the page shows, followed by what helps; a client may show them or its own. \`n\` stands for the \`count\` of the same code
in \`meta.leftOut\`, sizes for those of \`meta.sizes\`, and … for \`meta.sent.unknown\`. Later versions may add codes, so a client ignores those that it does not know.

A result with one of these may be wrong and costs nothing: ${doubts.join(', ')}. It also has \`nothing-charged\`.

This page is written from \`contract/warnings.ts\` by \`npm test -- checks/warnings.test.ts -u\`.

${tables.join('\n')}`;
}
