// Sizes as people read them.

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Bytes with about three digits: 0 B, 980 B, 12.3 KB, 4.56 MB. One KB is 1024 bytes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 would round to 1000, which reads better as the next unit.
  while (unit < units.length - 1 && value >= 999.5) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${units[unit]}`;
}

/** Width and height in pixels with a true multiplication sign. */
export function formatDimensions(width: number, height: number): string {
  return `${width} × ${height}`;
}

/** How much smaller (negative) or larger the second size is, in whole percent: -63, 12. */
export function percentChange(beforeBytes: number, afterBytes: number): number {
  if (beforeBytes <= 0) return 0;
  const percent = ((afterBytes - beforeBytes) / beforeBytes) * 100;
  // A small change must not read as none.
  if (percent !== 0 && Math.abs(percent) < 1) return Math.sign(percent);
  return Math.round(percent);
}
