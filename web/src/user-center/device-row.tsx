// A device that is logged in: its name, its last use, and the button that logs it out.
import type { Device } from 'contract/routes/accounts.ts';
import { fill } from 'contract/words.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { devicesWords } from './devices-words.ts';
import { tellTime } from './relative-time.ts';

interface DeviceRowProps {
  device: Device;
  now: Date;
  isEnding: boolean;
  onEnd: () => void;
}

const phones = /Android|iPhone|iPad|HarmonyOS|WeChat/;

export function DeviceRow({ device, now, isEnding, onEnd }: DeviceRowProps) {
  const words = useWords(devicesWords);
  const Icon = phones.test(device.name) ? Smartphone : Monitor;
  // The server sends a dash for a browser that did not identify itself.
  const name = /\p{L}/u.test(device.name) ? device.name : words.unknown;
  return (
    <li className="flex items-center gap-4 border-t border-line p-4 first:border-0 sm:p-5">
      <Icon aria-hidden className="size-6 shrink-0 text-soft" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.isThisOne && (
            <span className="rounded-full bg-good-soft px-2.5 text-[0.8125rem] font-medium text-good">
              {words.thisOne}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-soft">
          <Told sentence={words.seen} moment={device.lastSeenAt} now={now} />
          <Told sentence={words.since} moment={device.createdAt} now={now} />
        </p>
      </div>
      {!device.isThisOne && (
        <Button
          size="sm"
          variant="secondary"
          isBusy={isEnding}
          aria-label={fill(words.endOne, { name })}
          onClick={onEnd}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}

function Told({ sentence, moment, now }: { sentence: string; moment: string; now: Date }) {
  const language = useLanguage();
  const when = new Date(moment);
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
  return (
    <time dateTime={moment} title={exact}>
      {fill(sentence, { time: tellTime(when, now, language) })}
    </time>
  );
}
