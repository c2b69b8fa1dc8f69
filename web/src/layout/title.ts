// The window's title: that of the page, followed by the product's name.
import type { Language } from 'contract/words.ts';
import type { AppRoute } from '../route.ts';

interface Naming {
  language: Language;
  brand: string;
  tagline: string;
  /** The tool's own name, which takes precedence over the route's title. */
  toolTitle: string | undefined;
}

export function titleOf(route: AppRoute, { language, brand, tagline, toolTitle }: Naming): string {
  if (route.path === '/') return `${brand} - ${tagline}`;
  const title = route.title[language];
  // The help page of a tool needs a different title from the tool's own page.
  if (route.path.startsWith('/help/')) return `${toolTitle} - ${title} - ${brand}`;
  return `${toolTitle ?? title} - ${brand}`;
}
