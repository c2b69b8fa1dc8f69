// A user's avatar, or the first letter of the name. Hidden from screen readers, because the name is next to it.
import { UserRound } from 'lucide-react';
import { useState } from 'react';

interface AvatarProps {
  src: string | null | undefined;
  name: string | undefined;
  /** Sets width, height and the size of the letter. */
  className?: string;
}

const firstLetter = (name: string | undefined) => [...(name ?? '')][0]?.toUpperCase();

export function Avatar({ src, name, className = 'size-8 text-sm' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const shape = `${className} shrink-0 rounded-full`;
  if (src && src !== brokenSrc) {
    return <img src={src} alt="" className={`${shape} bg-sunken object-cover`} onError={() => setBrokenSrc(src)} />;
  }
  return (
    <span
      aria-hidden
      className={`${shape} grid place-items-center bg-accent-soft font-bold text-accent-ink select-none`}
    >
      {firstLetter(name) ?? <UserRound className="size-5" />}
    </span>
  );
}
