// A route of the table, and the props of its page.

import type { ListedTool } from 'contract/tool.ts';
import type { Sentence } from 'contract/words.ts';
import type { ComponentType, LazyExoticComponent } from 'react';

export interface AppRoute {
  path: string;
  title: Sentence;
  /** The page requires a login unless this is false. */
  requireAuth?: false;
  redirectTo?: string;
  /** The tool of this page, if available. */
  tool?: ListedTool;
  /** Routes with the same value are one page: a navigation between them keeps its state and the focus. */
  samePage?: string;
  Page?: ComponentType<PageProps> | LazyExoticComponent<ComponentType<PageProps>>;
}

export interface PageProps {
  route: AppRoute;
}
