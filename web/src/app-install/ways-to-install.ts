// How a browser installs the page as an app, where it makes no offer that a button could take.

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
  /** An iPad says that it is a Mac, and has a touch screen. */
  readonly maxTouchPoints: number;
  /** Without https there are no apps. */
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
