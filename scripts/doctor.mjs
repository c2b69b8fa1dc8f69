// `npm run doctor`: says what is missing, mis-set or dangerous on this machine, and what mends it. Plain JavaScript, so that an old Node can parse it
// far enough to report that it is too old.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = `npm run doctor [-- --json]

Looks at the settings of this shell and at this machine, changes nothing, and ends with status 1 if there is a fault. A service has its settings
elsewhere: read them first, for instance with "set -a; . /etc/pixwright.env".`;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [major] = process.versions.node.split('.').map(Number);
const missing =
  major < 24
    ? `Node 24 is needed and this is ${process.version}.`
    : existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))
      ? undefined
      : 'the packages are not installed.';
if (missing) {
  const finding = { level: 'fault', about: 'Node', what: missing, mend: 'Run "npm ci", which brings its own Node.' };
  console.log(values.json ? JSON.stringify([finding]) : `fault\n  Node: ${missing} ${finding.mend}`);
  process.exit(1);
}

// TypeScript is loaded only after the version of Node was checked.
const { examine } = await import('../server/src/doctor/examine.ts');
const { tellFindings } = await import('../server/src/doctor/finding.ts');
const findings = await examine(process.env);
process.stdout.write(values.json ? `${JSON.stringify(findings, null, 2)}\n` : tellFindings(findings));
process.exitCode = findings.some(({ level }) => level === 'fault') ? 1 : 0;
