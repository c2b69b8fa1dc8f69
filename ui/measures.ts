// Formats sizes for display.

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Formats bytes with about three digits: 0 B, 980 B, 12.3 KB, 4.56 MB. One KB is 1024 bytes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 would round to 1000, which reads better in the next unit.
  while (unit < units.length - 1 && value >= 999.5) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${units[unit]}`;
}

/** Formats width and height in pixels with a real multiplication sign. */
export function formatDimensions(width: number, height: number): string {
  return `${width}\u00a0×\u00a0${height}`;
}

/** Formats a time in a clip with tenths, or with the given number of decimals: 0:07.5, 12:30.0, 1:02:03.0. */
export function formatTime(seconds: number, digits = 1): string {
  const parts = 10 ** digits;
  const all = Math.round(Math.max(0, seconds) * parts);
  const [hours, minutes] = [Math.floor(all / (3600 * parts)), Math.floor(all / (60 * parts)) % 60];
  const rest = ((all % (60 * parts)) / parts).toFixed(digits).padStart(digits + (digits > 0 ? 3 : 2), '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Returns how much smaller (negative) or larger the second size is, in whole percent: -63, 12. */
export function percentChange(beforeBytes: number, afterBytes: number): number {
  if (beforeBytes <= 0) return 0;
  const percent = ((afterBytes - beforeBytes) / beforeBytes) * 100;
  // A small change must not be rounded to no change.
  if (percent !== 0 && Math.abs(percent) < 1) return Math.sign(percent);
  return Math.round(percent);
}
