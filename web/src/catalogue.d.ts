// What the build makes of tools/: the catalogue as data (no schema reaches the browser) and the tiles' words per language.

declare module 'virtual:catalogue' {
  import type { MediaName } from 'contract/media.ts';
  import type { Category, Cost, KeyCode } from 'contract/tool.ts';

  export interface CatalogueCall {
    name: string;
    path: string;
    keyCode: KeyCode;
    cost: Cost;
    startPercent: number;
    inputs: readonly {
      field: string;
      required: boolean;
      accept: readonly MediaName[];
      maxBytes: number;
      many?: { min: number; max: number };
    }[];
  }

  export interface CatalogueTool {
    name: string;
    route: `/editor/${string}`;
    category: Category;
    icon: string;
    calls: readonly CatalogueCall[];
  }

  export const catalogue: readonly CatalogueTool[];
}

declare module 'virtual:tool-icons' {
  import type { LucideIcon } from 'lucide-react';

  /** The icons that the tools of the catalogue name, by that name. */
  export const toolIcons: Readonly<Record<string, LucideIcon>>;
}

declare module 'virtual:tile-words/zh' {
  export const tileWords: Record<string, { title: string; blurb: string; keywords: string }>;
}

declare module 'virtual:tile-words/en' {
  export const tileWords: Record<string, { title: string; blurb: string; keywords: string }>;
}
