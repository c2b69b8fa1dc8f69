// Either kind of captcha: the challenge, the buttons for another picture and for the other kind, and the announcements.
import type { CaptchaType } from 'contract/routes/captcha.ts';
import { fill } from 'contract/words.ts';
import { MousePointerClick, Puzzle, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { BlockPuzzle } from './block-puzzle.tsx';
import { ClickWords } from './click-words.tsx';
import { useChallenge } from './use-challenge.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import { captchaWords } from './words.ts';

export function Captcha({ onPass }: { onPass: (captchaVerification: string) => void }) {
  const words = useWords(captchaWords);
  const [kind, setKind] = useState<CaptchaType>('blockPuzzle');
  const open = useChallenge(kind, onPass);
  const { phase, challenge, waitsUntil } = open;
  const waitSeconds = useSecondsUntil(waitsUntil);
  // After a wait, what was refused is possible again.
  const message = waitsUntil > 0 && waitSeconds === 0 ? words.waited : open.message;
  const isSlider = kind === 'blockPuzzle';
  // Never disabled: a button that is disabled while it is pressed loses the focus.
  const isHeld = waitSeconds > 0;
  const change = (how: () => void) => !isHeld && phase !== 'checking' && phase !== 'passed' && how();
  const shown = { ...open, message, waitSeconds };
  const asked = !isSlider && challenge ? (challenge.wordList ?? []).join(', ') : '';
  const said = { loading: words.loading, idle: asked, checking: words.checking, passed: words.passed }[phase as string];
  return (
    <div className="grid w-full gap-2">
      {isSlider ? <BlockPuzzle {...shown} /> : <ClickWords {...shown} />}
      <div className="-mx-3 flex flex-wrap justify-between">
        <Button
          variant="quiet"
          size="sm"
          aria-disabled={isHeld}
          onClick={() => change(() => setKind(isSlider ? 'clickWord' : 'blockPuzzle'))}
          icon={
            isSlider ? <MousePointerClick aria-hidden className="size-4" /> : <Puzzle aria-hidden className="size-4" />
          }
        >
          {isSlider ? words.toClick : words.toSlide}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-disabled={isHeld}
          onClick={() => change(open.refresh)}
          icon={<RotateCw aria-hidden className="size-4" />}
        >
          {isHeld ? fill(words.againIn, { seconds: waitSeconds }) : words.again}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {said ?? message}
      </span>
    </div>
  );
}
