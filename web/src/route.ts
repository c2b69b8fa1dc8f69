// One route of the table, and the props of its page.

import type { CatalogueTool } from 'contract/tool.ts';
import type { Sentence } from 'contract/words.ts';
import type { ComponentType, LazyExoticComponent } from 'react';

export interface AppRoute {
  path: string;
  title: Sentence;
  /** The page needs a login unless this is false. */
  requireAuth?: false;
  redirectTo?: string;
  /** The tool this page is for, when it is built. */
  tool?: CatalogueTool;
  Page?: ComponentType<PageProps> | LazyExoticComponent<ComponentType<PageProps>>;
}

export interface PageProps {
  route: AppRoute;
}
