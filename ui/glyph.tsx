// A small line icon in the text colour, on a 24 x 24 grid. Hidden from screen readers: the parent has the label.
import type { ReactNode } from 'react';

interface GlyphProps {
  /** The path's `d`; further shapes are passed as children. */
  path?: string;
  strokeWidth?: number;
  className?: string;
  children?: ReactNode;
}

export function Glyph({ path, strokeWidth = 2, className = 'size-5', children }: GlyphProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {path && <path d={path} />}
      {children}
    </svg>
  );
}
