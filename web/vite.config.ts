// How the web is built: our contracts as data, Tailwind, the painted home page, the installable app, and compressed copies for the server.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliases } from './build/aliases.ts';
import { appPlugin } from './build/app-plugin.ts';
import { cataloguePlugin } from './build/catalogue-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractsPlugin } from './build/contracts-plugin.ts';
import { designCoversPlugin } from './build/design-covers.ts';
import { developPlugin } from './build/develop-plugin.ts';
import { firstPaintPlugin } from './build/first-paint-plugin.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';

// Browsers that know light-dark(): all current ones since the middle of 2024.
const targets = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: aliases },
  plugins: [
    contractsPlugin(),
    cataloguePlugin(),
    fontsPlugin(),
    tailwindcss(),
    react(),
    firstPaintPlugin(),
    designCoversPlugin(),
    appPlugin(),
    compressPlugin(),
    developPlugin(),
  ],
  build: {
    target: targets,
    cssTarget: targets,
    modulePreload: {
      polyfill: false,
      // The first load names the files of the pages that most people open next. Naming those of all pages would add a kilobyte to it;
      // the other pages load in two steps.
      resolveDependencies: (file, needed, { hostId }) =>
        !hostId.includes('/app-') || /\/(tool-page|taken-card)-/.test(file) ? needed : [],
    },
    assetsInlineLimit: 0,
    // One stylesheet: the tools' pages add little to it, and no page waits for a second one.
    cssCodeSplit: false,
    // Read by measure-size.ts.
    manifest: true,
    // The licences of the packages whose code the page contains; the page About links to it.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // On a slow machine the first start would print a report of how long each plugin took, as a warning.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // The home page's code arrives as one file instead of a dozen, with everything it imports.
          // So does that of the bars, which loads right after it.
          groups: [
            { name: 'app', test: /\/web\/src\/app\.tsx$/ },
            { name: 'bars', test: /\/web\/src\/layout\/bars\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { port: 5199, proxy: { '/web': 'http://127.0.0.1:8080', '/api': 'http://127.0.0.1:8080' } },
});
