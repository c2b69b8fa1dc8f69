// Changes a lane: how many of its tasks each worker runs side by side, and whether it is paused.
import { changeLane, maxLaneWidth } from 'contract/routes/operator-needs.ts';
import type { QueueView } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useWords } from 'ui/language.tsx';
import { ActDialog } from './frame.tsx';
import { laneWords } from './lane-words.ts';
import { callAsOperator } from './operator.ts';
import { adminWords } from './words.ts';

interface LaneDialogProps {
  lane: QueueView['lanes'][number];
  onClose: () => void;
  onStale: () => void;
}

export function LaneDialog({ lane: { lane, seen, ...before }, onClose, onStale }: LaneDialogProps) {
  const words = useWords(adminWords);
  const ofLanes = useWords(laneWords);
  const [width, setWidth] = useState(before.widthOfEach ?? undefined);
  const [isPaused, setIsPaused] = useState(before.isPaused);
  const widthOfEach = width ?? null;
  return (
    <ActDialog
      title={fill(ofLanes.changeOf, { lane })}
      submit={words.save}
      isDanger={isPaused && !before.isPaused}
      content={`${widthOfEach}-${isPaused}`}
      onSubmit={({ reason, headers }) =>
        callAsOperator(changeLane, { body: { lane, widthOfEach, isPaused, reason, seen }, headers })
      }
      onClose={onClose}
      onStale={onStale}
    >
      <NumberField
        label={ofLanes.widthField}
        hint={ofLanes.widthHint}
        min={1}
        max={maxLaneWidth}
        value={width}
        onChange={setWidth}
      />
      <Switch label={ofLanes.pause} hint={ofLanes.pauseHint} isOn={isPaused} onChange={setIsPaused} />
    </ActDialog>
  );
}
