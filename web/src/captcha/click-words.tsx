// The word captcha: three characters are clicked in the requested order, by pointer or with a keyboard cursor.
import { captchaSize } from 'contract/routes/captcha.ts';
import { fill } from 'contract/words.ts';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { useWords } from 'ui/language.tsx';
import { barLooks, PicturePlace } from './frame.tsx';
import { clamp, type Point, percentX, percentY, toReference } from './geometry.ts';
import type { ShownChallenge } from './use-challenge.ts';
import { captchaWords } from './words.ts';

const marks = ['first', 'second', 'third'];
const clicksWanted = marks.length;
/** Delay in milliseconds between the last click and sending, so that its marker is visible. */
const verifyMs = 400;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const centre: Point = { x: captchaSize.width / 2, y: Math.floor(captchaSize.height / 2) };

export function ClickWords({ phase, challenge, message, waitSeconds, answer }: ShownChallenge) {
  const words = useWords(captchaWords);
  const helpId = useId();
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [cross, setCross] = useState<Point | null>(null);
  const token = challenge?.token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture has no marks yet.
  useEffect(() => {
    setPoints([]);
    setCross(null);
  }, [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the third click triggers it.
  useEffect(() => {
    if (points.length < clicksWanted) return;
    const timer = setTimeout(() => void answer(points), verifyMs);
    return () => clearTimeout(timer);
  }, [points]);

  function mark(point: Point): void {
    if (phase === 'idle' && points.length < clicksWanted) setPoints([...points, point]);
  }

  function click(event: MouseEvent<HTMLElement>): void {
    // Enter and Space also fire a click, which belongs to the keyboard cursor.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    mark(toReference({ x: event.clientX - box.left, y: event.clientY - box.top }, box));
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const arrow = arrows[event.key];
    const isMark = event.key === 'Enter' || event.key === ' ';
    if (!arrow && !isMark) return;
    event.preventDefault();
    const from = cross ?? centre;
    if (isMark) {
      mark(from);
      return;
    }
    const step = event.shiftKey ? 1 : 10;
    setCross({
      x: clamp(from.x + arrow!.x * step, 0, captchaSize.width),
      y: clamp(from.y + arrow!.y * step, 0, captchaSize.height),
    });
  }

  const wanted = (challenge?.wordList ?? []).join(', ');
  const ask = challenge ? fill(words.click, { words: wanted }) : words.loading;
  const text =
    { passed: words.passed, failed: message, checking: words.checking, unavailable: '' }[phase as string] ?? ask;
  return (
    <div className="grid gap-3">
      <PicturePlace phase={phase} message={message} waitSeconds={waitSeconds}>
        {challenge && (
          <button
            type="button"
            aria-label={fill(words.clickLabel, { words: wanted })}
            aria-describedby={helpId}
            onClick={click}
            onKeyDown={press}
            onFocus={event => event.currentTarget.matches(':focus-visible') && setCross(cross ?? centre)}
            onBlur={() => setCross(null)}
            data-state={phase}
            className="relative block size-full cursor-crosshair rounded-xl -outline-offset-3"
          >
            <img
              src={`data:image/png;base64,${challenge.originalImageBase64}`}
              alt=""
              draggable={false}
              className="size-full"
            />
            {cross && <Cross at={cross} />}
            {points.map((point, index) => (
              <Mark key={marks[index]} at={point} number={index + 1} />
            ))}
          </button>
        )}
      </PicturePlace>
      <p
        className={joinClasses(
          'flex h-10 w-full items-center justify-center truncate rounded-xl border px-2 text-sm',
          barLooks[phase],
          phase === 'idle' && 'font-semibold text-ink',
        )}
      >
        {text}
      </p>
      <p id={helpId} className="sr-only">
        {words.clickHelp}
      </p>
      <span role="status" className="sr-only">
        {points.length > 0 && fill(words.marked, { count: points.length, total: clicksWanted })}
      </span>
    </div>
  );
}

function Mark({ at, number }: { at: Point; number: number }) {
  return (
    <span
      aria-hidden
      className="absolute grid size-6 -translate-1/2 place-items-center rounded-full border-2 border-white bg-accent text-xs font-bold text-on-accent shadow-card"
      style={{ left: percentX(at.x), top: percentY(at.y) }}
    >
      {number}
    </span>
  );
}

function Cross({ at }: { at: Point }) {
  return (
    <span
      aria-hidden
      data-cross
      className="absolute size-7 -translate-1/2 rounded-full border-2 border-accent bg-white/40 before:absolute before:inset-x-0 before:top-1/2 before:h-0.5 before:-translate-y-1/2 before:bg-accent after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:bg-accent"
      style={{ left: percentX(at.x), top: percentY(at.y) }}
    />
  );
}
