#!/usr/bin/env node
// The program `pixwright` of a checkout. Plain JavaScript, so that an old Node can parse it far enough to report that it is too old.
import module from 'node:module';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Node 24 is needed and this is ${process.version}: "npx pixwright" in the checkout brings its own.\n`,
  );
  process.exit(2);
}
// Stripping types is experimental in Node 24.
process.removeAllListeners('warning');
module.enableCompileCache();
await import('./src/main.ts');
