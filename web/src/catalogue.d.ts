// The modules that the build makes of tools/: the catalogue as data (no schema reaches the browser) and the words of the tiles.

declare module 'virtual:catalogue' {
  import type { CatalogueTool } from 'contract/tool.ts';

  export const catalogue: readonly CatalogueTool[];
}

declare module 'virtual:remedies' {
  import type { Remedies } from 'contract/tool.ts';

  /** Remedies for tools' own refusals, separate from the catalogue because the home page does not need them. */
  export const toolRemedies: Remedies;
}

declare module 'virtual:artwork-fonts' {
  import type { FontId } from 'contract/artwork/fonts.ts';

  /** Pieces of a font by the characters in them: addresses, weights and ranges as CSS writes them. */
  export const loadFaces: Readonly<
    Record<FontId, () => Promise<{ faces: readonly { url: string; weight: string; range: string }[] }>>
  >;
}

declare module 'virtual:tool-icons' {
  import type { LucideIcon } from 'lucide-react';

  /** The icons that the tools of the catalogue name, by that name. */
  export const toolIcons: Readonly<Record<string, LucideIcon>>;
}

declare module 'virtual:tile-words/zh' {
  export const tileWords: Record<string, { title: string; blurb: string }>;
}

declare module 'virtual:tile-words/en' {
  export const tileWords: Record<string, { title: string; blurb: string }>;
}

declare module 'virtual:search-words' {
  /** Titles and keywords of a tool in both languages, by its name. */
  export const searchWords: Readonly<Record<string, string>>;
}
