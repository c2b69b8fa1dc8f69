// A QR code waiting to be scanned, with the remaining time and the button that scans it.
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import { QrCode } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { useSeconds } from 'ui/use-seconds.ts';
import { sandboxWords } from './words.ts';

interface WaitingScanProps {
  scan: Sandbox['wechat'][number];
  isOpened: boolean;
  /** Whether it is the latest one, which is the most likely choice. */
  isFirst: boolean;
  isBusy: boolean;
  onConfirm: () => void;
}

export function WaitingScan({ scan, isOpened, isFirst, isBusy, onConfirm }: WaitingScanProps) {
  const words = useWords(sandboxWords);
  const now = useSeconds(true);
  const seconds = Math.max(0, Math.round((Date.parse(scan.expiresAt) - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const tail = scan.scene.slice(-4).toUpperCase();
  const title = isOpened ? words.scanned : fill(words.qr, { tail });
  return (
    <li className={`card flex flex-wrap items-center gap-3 p-3 ${isFirst ? 'border-accent/60' : ''}`}>
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken">
        <QrCode className="size-5.5" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-sm font-semibold">{title}</span>
        {/* Not announced every second. */}
        <span aria-live="off" className="text-xs text-soft tabular-nums">
          {fill(words.left, { time })}
        </span>
      </span>
      <Button
        isWide={isFirst}
        size={isFirst ? 'md' : 'sm'}
        variant={isFirst ? 'primary' : 'secondary'}
        isBusy={isBusy}
        aria-label={`${words.confirm}: ${title}`}
        onClick={onConfirm}
      >
        {isFirst ? words.confirm : words.confirmShort}
      </Button>
    </li>
  );
}
