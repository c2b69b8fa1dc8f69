// The stage of tools that take a part of a clip: the clip, its timeline, and where the part begins and ends.
import type { StageProps } from '../tool-screen.ts';
import { ClipStage } from './clip-stage.tsx';
import { usePlayback } from './playback.ts';
import type { ClipPart } from './time-view.ts';

export function TrimStage({ options, change, count, isBusy, ...props }: StageProps<ClipPart>) {
  const playback = usePlayback();
  const { start, end } = options;
  // The same part of every file of a batch is rarely what anyone wants.
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
