// Light or dark theme, chosen by the user or the system. boot.ts sets it before the first paint.
import { store } from '../storage.ts';

export type Theme = 'light' | 'dark';

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function switchTheme(): Theme {
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  store('theme', theme);
  return theme;
}
