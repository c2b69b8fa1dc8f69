// Asks the server once for a file's faces and interest, so that the frames can show the very crops it will make.
import { useEffect, useState } from 'react';
import type { StageProps, TaskResult } from 'ui/tool-screen.ts';
import type { Box, Focus } from './choose-crop.ts';
import type { ThumbnailOptions } from './contract.ts';

export interface FocusAnswer {
  readonly state: 'looking' | 'found' | 'failed';
  readonly focus?: Focus;
}

function readFocus({ meta = {} }: TaskResult): Focus {
  const { faces, interest } = meta as {
    faces: readonly Box[];
    interest: { width: number; height: number; values: string };
  };
  const values = Uint8Array.from(atob(interest.values), letter => letter.charCodeAt(0));
  return { faces, interest: { ...interest, values } };
}

export function useFocus(ask: StageProps<ThumbnailOptions>['ask'], isWanted: boolean): FocusAnswer {
  const [answer, setAnswer] = useState<FocusAnswer>({ state: 'looking' });
  const isOpen = isWanted && answer.state === 'looking';
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    ask('findFocus', {}, controller.signal)
      .then(result => setAnswer({ state: 'found', focus: readFocus(result) }))
      .catch(() => {
        if (!controller.signal.aborted) setAnswer({ state: 'failed' });
      });
    return () => controller.abort();
  }, [ask, isOpen]);
  return answer;
}
