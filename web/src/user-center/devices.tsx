// The devices where the account is logged in, with a way to end every login except this one.
import { fill } from 'contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { showToast } from '../notices.ts';
import { DeviceRow } from './device-row.tsx';
import { devicesWords } from './devices-words.ts';
import { useDevices } from './use-devices.ts';
import { Waiting } from './waiting.tsx';

const minuteMs = 60_000;

/** Returns the current time, updated every minute, for relative times. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function Devices() {
  const words = useWords(devicesWords);
  const { devices, hasFailed, again, ending, end } = useDevices();
  const now = useNow();
  const [isAsking, setIsAsking] = useState(false);
  const listRef = useRef<HTMLUListElement>(null);
  if (!devices) return <Waiting hasFailed={hasFailed} onAgain={again} />;
  const others = devices.filter(device => !device.isThisOne);

  async function endAnd(say: string, ...which: Parameters<typeof end>): Promise<void> {
    const isEnded = await end(...which);
    setIsAsking(false);
    if (!isEnded) return;
    showToast(say, 'success');
    // The pressed button has been removed.
    listRef.current?.focus();
  }

  return (
    <>
      <p className="text-soft">{words.intro}</p>
      <ul ref={listRef} tabIndex={-1} className="card outline-none">
        {devices.map(device => (
          <DeviceRow
            key={device.id}
            device={device}
            now={now}
            isEnding={ending === device.id}
            onEnd={() => void endAnd(words.ended, device)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {words.endOthers}
          </Button>
        </div>
      )}
      {isAsking && (
        <Dialog
          isOpen
          kind="alert"
          title={words.endOthersTitle}
          closeLabel={words.close}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button variant="secondary" onClick={() => setIsAsking(false)}>
                {words.cancel}
              </Button>
              <Button isBusy={ending === 'others'} onClick={() => void endAnd(words.othersEnded)}>
                {words.endOthers}
              </Button>
            </>
          }
        >
          <p className="text-soft">{fill(words.endOthersText, { count: others.length })}</p>
        </Dialog>
      )}
    </>
  );
}
