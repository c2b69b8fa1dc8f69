// The page of `npm run dev`: Vite serves its modules, and every other path is passed on to the server, whose settings are filled into the HTML.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadEnv, type Plugin } from 'vite';

/** Vite's own paths; a route of the server never begins with them. */
const ofVite = ['$', '\\?', 'index\\.html', 'icon\\.svg', 'src/', '@', 'node_modules/', '__'];
const restartMs = 60_000;

/** The server may be starting again. */
async function readSettings(server: string): Promise<Record<string, unknown>> {
  for (const giveUpAt = Date.now() + restartMs; ; await sleep(200)) {
    try {
      const reply = await fetch(new URL('/web/settings', server));
      const { data } = (await reply.json()) as { data: Record<string, unknown> };
      return data;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

const variable = 'DEVELOP_SERVER';

/** DEVELOP_SERVER, which scripts/dev.ts sets, is the server's address. */
export function developPlugin(server = loadEnv('', import.meta.dirname, variable)[variable]): Plugin | undefined {
  if (!server) return undefined;
  return {
    name: 'develop',
    apply: 'serve',
    // The server sees the address that the browser sees, and signs uploads for it.
    config: () => ({ server: { proxy: { [`^/(?!${ofVite.join('|')})`]: { target: server, changeOrigin: false } } } }),
    transformIndexHtml: async html => {
      const settings = await readSettings(server);
      const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
      return html.replace('<!--settings-->', () => `<script type="application/json" id="settings">${json}</script>`);
    },
  };
}
