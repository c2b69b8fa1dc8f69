// The slider captcha: the handle on the bar moves the piece over the picture.
import { captchaSize, sliderY } from 'contract/routes/captcha.ts';
import { fill } from 'contract/words.ts';
import { Check, ChevronsRight, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { barLooks, PicturePlace } from './frame.tsx';
import { farthestX, percentX } from './geometry.ts';
import type { Phase, ShownChallenge } from './use-challenge.ts';
import { useSlide } from './use-slide.ts';
import { captchaWords } from './words.ts';

const handleLooks: Readonly<Record<Phase, string>> = {
  loading: 'bg-raised text-soft',
  idle: 'bg-accent text-on-accent',
  checking: 'bg-accent text-on-accent',
  passed: 'bg-good text-ground',
  failed: 'bg-bad text-ground',
  unavailable: 'bg-raised text-soft',
};

const trailLooks: Partial<Record<Phase, string>> = {
  idle: 'bg-accent-soft',
  checking: 'bg-accent-soft',
  passed: 'bg-good/25',
  failed: 'bg-bad/25',
};

/** On the side of the handle with more space. */
const placeText = (x: number) =>
  x > farthestX / 2
    ? { left: 0, right: percentX(captchaSize.width - x) }
    : { left: percentX(x + captchaSize.piece), right: 0 };

function HandleSign({ phase }: { phase: Phase }) {
  if (phase === 'checking') return <Spinner className="size-5" />;
  const Sign = { passed: Check, failed: X }[phase as string] ?? ChevronsRight;
  return <Sign aria-hidden className="size-5" />;
}

export function BlockPuzzle({ phase, challenge, message, waitSeconds, answer }: ShownChallenge) {
  const words = useWords(captchaWords);
  const helpId = useId();
  const barRef = useRef<HTMLDivElement>(null);
  const isIdle = phase === 'idle';
  const isOver = phase === 'passed' || phase === 'failed';
  const slide = useSlide(barRef, isIdle, (x, track) => void answer({ x, y: sliderY }, track));
  const token = challenge?.token;
  const { reset } = slide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture starts at the left.
  useEffect(reset, [token]);

  const text =
    { passed: words.passed, failed: message, checking: words.checking }[phase as string] ??
    (challenge?.hasFigures ? words.slideToFigure : words.slide);
  return (
    <div className="grid gap-3">
      <PicturePlace phase={phase} message={message} waitSeconds={waitSeconds}>
        {challenge && (
          <>
            <img
              src={`data:image/png;base64,${challenge.originalImageBase64}`}
              alt=""
              draggable={false}
              className="size-full"
            />
            <img
              src={`data:image/png;base64,${challenge.jigsawImageBase64}`}
              alt=""
              draggable={false}
              data-piece
              className="absolute top-0 h-full"
              style={{ width: percentX(captchaSize.piece), left: percentX(slide.x) }}
            />
          </>
        )}
      </PicturePlace>
      <div ref={barRef} className={joinClasses('relative h-10 w-full rounded-xl border text-sm', barLooks[phase])}>
        <span
          aria-hidden
          className={joinClasses('absolute inset-y-0 left-0 rounded-xl', trailLooks[phase])}
          style={{ width: slide.x > 0 ? percentX(slide.x + captchaSize.piece) : 0 }}
        />
        <span
          className={joinClasses(
            'absolute inset-y-0 flex items-center justify-center px-2',
            slide.x > 0 && !isOver && 'opacity-0',
          )}
          style={placeText(slide.x)}
        >
          {text}
        </span>
        <div
          role="slider"
          tabIndex={0}
          aria-label={words.slideLabel}
          aria-describedby={helpId}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={farthestX}
          aria-valuenow={Math.round(slide.x)}
          aria-valuetext={fill(words.slideAt, { x: Math.round(slide.x), max: farthestX })}
          aria-disabled={!isIdle}
          data-state={slide.isDragging ? 'dragging' : phase}
          {...slide.wiring}
          className={joinClasses(
            'absolute -inset-y-px -ml-px grid cursor-grab touch-none place-items-center rounded-xl shadow-card select-none active:cursor-grabbing aria-disabled:cursor-default',
            handleLooks[phase],
          )}
          style={{ width: percentX(captchaSize.piece), left: percentX(slide.x) }}
        >
          <HandleSign phase={phase} />
        </div>
      </div>
      <p id={helpId} className="sr-only">
        {fill(challenge?.hasFigures ? words.figureHelp : words.slideHelp, { keys: words.keys })}
      </p>
    </div>
  );
}
