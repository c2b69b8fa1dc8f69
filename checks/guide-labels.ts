// The guides of tools quote labels of the page in “ ”. A quoted label that no page shows leads a reader astray, so each of them has to be a
// string of a catalogue, a tool or a contract.
import { productCode, type Tree } from './tree.ts';

const guide = /^tools\/[^/]+\/help\.ts$/;
const labelled = /^(tools|contract)\/|words\.ts$|^web\/src\/words\//;
/** Labels of printing dialogs and browsers. */
const foreign = new Set(['actual size', 'fit to page', '实际大小', '适合页面', '继续']);

const listStrings = (text: string) => [...text.matchAll(/'([^'\n]+)'/g)].map(match => match[1] ?? '');

/** A guide may name the format in a label such as “Save as {format}”. */
const formatName = /\b[A-Z][A-Za-z]*[A-Z\d]\b/;

export function findGuideLabelFaults(tree: Tree): string[] {
  const files = productCode(tree);
  const labels = new Set(
    files.filter(file => labelled.test(file) && !guide.test(file)).flatMap(file => listStrings(tree.get(file) ?? '')),
  );
  const isShown = (quoted: string) => labels.has(quoted) || labels.has(quoted.replace(formatName, '{format}'));
  return files
    .filter(file => guide.test(file))
    .flatMap(file =>
      [...(tree.get(file) ?? '').matchAll(/“([^”]+)”/g)]
        .map(match => match[1] ?? '')
        .filter(quoted => !isShown(quoted) && !foreign.has(quoted))
        .map(
          quoted => `${file} quotes “${quoted}”, which no page shows. Instead: the label as the tool's words have it.`,
        ),
    );
}
