// Where a panel opens: below its button, or above it if there is too little room, and always inside the window.

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Request {
  /** The button, in pixels of the window. */
  button: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** The panel with all its content. */
  panel: Size;
  window: Size;
  /** Which edge of the button the panel is aligned with. */
  align: 'start' | 'end';
}

const gapPx = 8;
const marginPx = 12;
/** With this much room below, a long panel scrolls there rather than opening upwards. */
const enoughPx = 380;

export function placePanel({ button, panel, window, align }: Request) {
  const below = window.height - marginPx - button.bottom - gapPx;
  const above = button.top - gapPx - marginPx;
  const isBelow = below >= Math.min(panel.height, enoughPx) || below >= above;
  const height = Math.min(panel.height, isBelow ? below : above);
  const left = align === 'start' ? button.left : button.right - panel.width;
  return {
    top: isBelow ? button.bottom + gapPx : button.top - gapPx - height,
    left: Math.max(marginPx, Math.min(left, window.width - marginPx - panel.width)),
    maxHeight: height,
  };
}
