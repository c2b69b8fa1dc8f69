// The modules that the build generates from tools/: the catalogue as data (no schema reaches the browser) and the strings of the tiles.

declare module 'virtual:tool-list' {
  import type { ListedTool } from 'contract/tool.ts';

  export const toolList: readonly ListedTool[];
}

declare module 'virtual:catalogue' {
  import type { CatalogueTool } from 'contract/tool.ts';

  /** The same tools with their calls, separate from the list because the home page needs none of them. */
  export const catalogue: readonly CatalogueTool[];
}

declare module 'virtual:remedies' {
  import type { Remedies } from 'contract/tool.ts';

  /** Remedies for errors of individual tools, separate from the catalogue because the home page does not need them. */
  export const toolRemedies: Remedies;
}

declare module 'virtual:artwork-fonts' {
  import type { FontId } from 'contract/artwork/fonts.ts';

  /** The subset files of each font: addresses, weights and unicode ranges in CSS syntax. */
  export const loadFaces: Readonly<
    Record<FontId, () => Promise<{ faces: readonly { url: string; weight: string; range: string }[] }>>
  >;
}

declare module 'virtual:tool-icons' {
  import type { LucideIcon } from 'lucide-react';

  /** The icons used by the tools of the catalogue, by name. */
  export const toolIcons: Readonly<Record<string, LucideIcon>>;
}

declare module 'virtual:tile-words/zh' {
  export const tileWords: Record<string, { title: string; blurb: string }>;
}

declare module 'virtual:tile-words/en' {
  export const tileWords: Record<string, { title: string; blurb: string }>;
}

declare module 'virtual:search-words' {
  /** Titles and keywords of a tool in both languages, by tool name. */
  export const searchWords: Readonly<Record<string, string>>;
}
