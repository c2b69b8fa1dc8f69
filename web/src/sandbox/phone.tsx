// The simulated phone: its owner, and the QR codes that it can scan.

import { type Sandbox, sandboxScan } from 'contract/routes/sandbox.ts';
import { CircleCheck, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { Nothing } from './nothing.tsx';
import { PersonaChoice } from './persona-choice.tsx';
import { listPersonas } from './personas.ts';
import { sandboxHeaders } from './use-sandbox.ts';
import { WaitingScan } from './waiting-scan.tsx';
import { sandboxWords } from './words.ts';

/** Older codes belong to abandoned tabs. */
const maxShown = 5;

interface PhoneProps {
  found: Sandbox;
  /** The QR code with which a real phone opened this page. */
  opened: string | null;
  onScanned: () => void;
}

export function Phone({ found, opened, onScanned }: PhoneProps) {
  const words = useWords(sandboxWords);
  const personas = listPersonas(found, words);
  const [chosen, setChosen] = useState(0);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  // The scanned code comes first.
  const scans = found.wechat.toSorted((a, b) => Number(b.scene === opened) - Number(a.scene === opened));
  const isOver = opened !== null && opened !== confirmed && !scans.some(scan => scan.scene === opened);

  async function confirm(scene: string): Promise<void> {
    setBusy(scene);
    const { openId, nickName } = personas[chosen]!;
    try {
      await call(sandboxScan, { body: { scene, openId, nickName }, headers: sandboxHeaders() });
      setConfirmed(scene);
    } catch (error) {
      // The error has already been shown.
      if (!(error instanceof CallError)) throw error;
    }
    setBusy(null);
    onScanned();
  }

  return (
    <PhoneFrame>
      <PersonaChoice label={words.persona} personas={personas} chosen={chosen} onChoose={setChosen} />
      <div aria-live="polite" className="grid gap-3">
        {confirmed && <Callout tone="good" icon={<CircleCheck />} title={words.confirmed} />}
        {isOver && <Callout tone="warn" title={words.over} />}
        <h3 className="text-sm font-medium">{words.waiting}</h3>
        {scans.length === 0 && (
          <Nothing icon={<Smartphone />} title={words.waitingEmpty} text={words.waitingEmptyText} />
        )}
        {scans.length > 0 && (
          <ul className="grid gap-2.5">
            {scans.slice(0, maxShown).map((scan, index) => (
              <WaitingScan
                key={scan.scene}
                scan={scan}
                isOpened={scan.scene === opened}
                isFirst={index === 0}
                isBusy={busy === scan.scene}
                onConfirm={() => void confirm(scan.scene)}
              />
            ))}
          </ul>
        )}
      </div>
    </PhoneFrame>
  );
}

function PhoneFrame({ children }: { children: ReactNode }) {
  const words = useWords(sandboxWords);
  return (
    <section aria-label={words.phone} className="mx-auto w-full max-w-[25rem] self-start">
      <div className="rounded-[2.75rem] bg-[#16122a] p-2.5 shadow-lift ring-1 ring-line">
        <div className="min-h-[36rem] overflow-hidden rounded-[2.25rem] bg-ground">
          <div className="grid justify-items-center gap-2.5 bg-picture-soft px-5 pt-2.5 pb-3.5 text-picture">
            <span aria-hidden className="h-1.5 w-20 rounded-full bg-current opacity-30" />
            <h2 className="font-bold">
              {words.wechat} <span className="text-sm font-medium">({words.simulated})</span>
            </h2>
          </div>
          <div className="grid gap-5 p-5">{children}</div>
        </div>
      </div>
    </section>
  );
}
