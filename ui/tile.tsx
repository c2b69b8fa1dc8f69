// The tile of a tool: its icon in the category's colour, its name, and a one-line description. The caller wraps it in a link.
import type { Category } from 'contract/tool.ts';
import type { ReactNode } from 'react';

export const categoryTints: Record<Category, string> = {
  ai: 'bg-ai-soft text-ai',
  picture: 'bg-picture-soft text-picture',
  design: 'bg-design-soft text-design',
  video: 'bg-video-soft text-video',
};

interface TileProps {
  icon: ReactNode;
  category: Category;
  title: string;
  blurb: string;
  /** The icon is next to the text instead of above it, for tiles that span a row; on phones, this applies to every tile. */
  isWide?: boolean;
  aside?: ReactNode;
}

export function Tile({ icon, category, title, blurb, isWide = false, aside }: TileProps) {
  return (
    <span className={`flex h-full items-center gap-4 p-4 sm:p-5 ${isWide ? '' : 'sm:flex-col sm:items-stretch'}`}>
      <span
        aria-hidden
        className={`grid size-12 shrink-0 place-items-center rounded-2xl [&>svg]:size-6 ${categoryTints[category]}`}
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1 content-start gap-1">
        <span className="leading-snug font-bold">{title}</span>
        <span className="text-sm leading-relaxed text-soft text-pretty">{blurb}</span>
      </span>
      {aside}
    </span>
  );
}
