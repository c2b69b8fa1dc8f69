// The options of a step as its tool shows them, and its stage with the first file where there is one to set them on.
import { media } from 'contract/media.ts';
import { use, useEffect, useState } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { settings } from '../settings.ts';
import { askAbout } from './ask.ts';
import { changeStep, type FlowStep, leadingFacts, useFlow } from './flow.ts';
import { loadScreen } from './load-screen.ts';
import { flowWords } from './words.ts';

/** The address of a picture for an <img>, while it is shown. */
function useAddress(file: File | undefined, isShown: boolean): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file || !isShown) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isShown]);
  return address;
}

const noHandOn = () => undefined;

export function StepOptions({ step }: { step: FlowStep }) {
  const screen = use(loadScreen(step.tool));
  const words = useWords(flowWords);
  const language = useLanguage();
  const first = useFlow(flow => flow.files[0]);
  const count = useFlow(flow => flow.files.length);
  const facts = leadingFacts({ files: first ? [first] : [] });
  const isPicture = facts.type !== undefined && media[facts.type].kind === 'picture';
  const address = useAddress(first?.file, isPicture && media[facts.type!].shownByBrowsers);
  const change = (patch: Readonly<Record<string, unknown>>) => changeStep(step.id, patch);
  const ask = askAbout(step.tool, first?.path);
  const { Stage, Options } = screen;
  const shared = { options: step.options, change, count, language, file: first?.file, address, result: undefined, ask };
  return (
    <div className="grid gap-5">
      {Stage && address && (
        <section aria-label={words.onFirstFile} className="grid gap-2">
          <p className="text-[0.8125rem] text-soft">{words.onFirstFile}</p>
          <div
            className={`relative w-full overflow-hidden rounded-2xl border border-line ${screen.hasTallStage ? 'h-[clamp(32rem,70svh,38rem)]' : 'h-[clamp(20rem,56svh,30rem)]'}`}
          >
            <Stage
              {...shared}
              facts={facts}
              clip={undefined}
              isBusy={false}
              last={undefined}
              run={noHandOn}
              partial={undefined}
              files={[{ id: first?.id ?? '', address, facts, ask }]}
              reorder={noHandOn}
            />
          </div>
        </section>
      )}
      {Stage && !address && <p className="text-[0.8125rem] text-soft">{words.needsFile}</p>}
      <Options
        {...shared}
        selected={first && facts}
        findHandOn={noHandOn}
        speech={settings.speech}
        drawers={settings.drawers}
        serverFills={settings.serverFills}
      />
    </div>
  );
}
