// Determines how a browser installs the page as an app if it has no install prompt for a button.

export type WayToInstall =
  | 'insecure'
  | 'wechat'
  | 'ios'
  | 'mac-safari'
  | 'android-menu'
  | 'desktop-firefox'
  | 'desktop-menu';

interface Browser {
  readonly userAgent: string;
  /** An iPad identifies itself as a Mac but has a touch screen. */
  readonly maxTouchPoints: number;
  /** Apps require https. */
  readonly isSecure: boolean;
}

export function findWayToInstall({ userAgent, maxTouchPoints, isSecure }: Browser): WayToInstall {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  if (/Macintosh/.test(userAgent) && /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|Firefox\//.test(userAgent))
    return 'mac-safari';
  if (!isSecure) return 'insecure';
  if (/Android/.test(userAgent)) return 'android-menu';
  return /Firefox\//.test(userAgent) ? 'desktop-firefox' : 'desktop-menu';
}
