// The stage of tools that cut a part out of a clip: the clip, its timeline, and the start and end of the part.
import type { StageProps } from '../tool-screen.ts';
import { ClipStage } from './clip-stage.tsx';
import { usePlayback } from './playback.ts';
import type { ClipPart } from './time-view.ts';

export function TrimStage({ options, change, count, isBusy, ...props }: StageProps<ClipPart>) {
  const playback = usePlayback();
  const { start, end } = options;
  // Hidden for several files, which rarely need the same part, unless a part is already set.
  const canTrim = count === 1 || start !== undefined || end !== undefined;
  return (
    <ClipStage
      {...props}
      playback={playback}
      isLocked={isBusy}
      part={canTrim ? { start, end } : undefined}
      onPartChange={change}
    />
  );
}
