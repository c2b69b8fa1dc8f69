// Every package that the product ships has a licence that fits AGPL-3.0-or-later, and NOTICE lists them all.
import { type ShippedPart, shippedParts } from './shipped-parts.ts';
import type { Tree } from './tree.ts';

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Shipped {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined if the package names none. */
  readonly licence: string | undefined;
}

/** Licences whose works may be part of a work under AGPL-3.0-or-later. */
const fitting: readonly string[] = [
  ...['0BSD', 'AGPL-3.0-only', 'AGPL-3.0-or-later', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...[
    'CC0-1.0',
    'ISC',
    'LGPL-3.0',
    'LGPL-3.0-or-later',
    'MIT',
    'MIT-0',
    'MPL-2.0',
    'OFL-1.1',
    'PostgreSQL',
    'Unlicense',
  ],
  ...['WTFPL', 'Zlib'],
];

/** Packages whose package.json names no SPDX expression, by the beginning of their name, as read in their licence files. */
const readInFiles: Readonly<Record<string, string>> = {
  '@imgly/background-removal-node': 'AGPL-3.0-only',
  // Binaries of one package for each platform.
  '@napi-rs/canvas-': 'MIT',
  '@tailwindcss/oxide-': 'MIT',
};

function licenceOf(name: string, named: string | undefined): string | undefined {
  const read = Object.entries(readInFiles).find(([start]) => name.startsWith(start));
  return read?.[1] ?? named;
}

/** Whether an expression such as "MIT AND OFL-1.1" or "(MIT OR WTFPL)" can be met with fitting licences. */
export function isFitting(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isFitting);
  return bare.split(' AND ').every(one => fitting.includes(one));
}

const lockFile = 'package-lock.json';
const noticeFile = 'NOTICE';

/** The packages that `npm ci --omit=dev` installs, sorted by name and version. */
function listShipped(tree: Tree): Shipped[] {
  const { packages } = JSON.parse(tree.get(lockFile) ?? '{"packages":{}}') as { packages: Record<string, LockEntry> };
  const shipped = new Map<string, Shipped>();
  for (const [place, { version = '', license, dev, link }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || dev || link) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    shipped.set(`${name}@${version}`, { name, version, licence: licenceOf(name, license) });
  }
  return [...shipped.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

const lineOfPart = ({ what, authors, licence, place }: ShippedPart) =>
  `- ${what}\n  ${authors}; ${licence}; in ${place}`;

/** The text of NOTICE. */
export function makeNotice(tree: Tree, parts: readonly ShippedPart[] = shippedParts): string {
  const byLicence = Map.groupBy(listShipped(tree), ({ licence = 'unknown' }) => licence);
  const packages = [...byLicence.keys()].sort().map(
    licence =>
      `${licence}\n${byLicence
        .get(licence)!
        .map(({ name, version }) => `  ${name} ${version}`)
        .join('\n')}`,
  );
  return [
    'Pixwright',
    'Copyright the authors of Pixwright',
    'Licensed under the GNU Affero General Public License, version 3 or later; see LICENSE.',
    '',
    'This product includes the works below. The text of each licence, with its copyright lines, is in the package itself',
    'after installation, and for the code of the page in licences.md of the built page.',
    '',
    'NETWORKS, PROGRAMS, DRAWINGS, PHOTOGRAPHS AND FONTS',
    '',
    ...parts.map(lineOfPart),
    '',
    'PACKAGES',
    '',
    packages.join('\n\n'),
    '',
  ].join('\n');
}

/** Returns a line for each package without a fitting licence, each part of a package that is not shipped, and a stale NOTICE. */
export function findLicenceFaults(tree: Tree, parts: readonly ShippedPart[] = shippedParts): string[] {
  const shipped = listShipped(tree);
  const names = new Set(shipped.map(({ name }) => name));
  const unfit = [...shipped, ...parts.map(({ what, licence }) => ({ name: what, version: '', licence }))]
    .filter(({ licence }) => !licence || !isFitting(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: ${licence ? `the licence ${licence} is not known to fit` : 'no licence is named'}. Instead: read its licence file, then list it in checks/licences.ts, or remove the package.`,
    );
  const gone = parts
    .filter(({ place }) => !names.has(place) && !tree.has(place))
    .map(({ what, place }) => `${what}: ${place} is not shipped. Instead: remove it from checks/shipped-parts.ts.`);
  const isStale = tree.get(noticeFile) !== makeNotice(tree, parts);
  return [
    ...unfit,
    ...gone,
    ...(isStale ? [`${noticeFile}: is not that of ${lockFile}. Instead: npm run notice`] : []),
  ];
}
