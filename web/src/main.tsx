// The browser's entry point: sets the language, then replaces the painted page in one commit.

import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './main.css';
import { startLanguage } from './language-store.ts';
import { startScrollMemory } from './router/scroll.ts';
import { keepFocus } from './start/keep-focus.ts';
import { reloadWhenStale } from './start/stale-page.ts';

async function start(): Promise<void> {
  reloadWhenStale();
  await startLanguage();
  startScrollMemory();
  const app = document.getElementById('app')!;
  addEventListener('keydown', () => keepFocus(app), { once: true });
  const root = createRoot(app);
  // Rendered in slices: the painted page stays visible until the real one replaces it in one commit.
  startTransition(() => root.render(<App />));
}

start().catch((error: unknown) => {
  // The script boot.ts, which is there whatever is missing, reloads the page or says what happened.
  dispatchEvent(new Event('pixwright:start-failed'));
  throw error;
});
