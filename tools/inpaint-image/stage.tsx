// The stage of watermark removal: the picture to mark, with the server's findings to accept or reject.

import { useEffect, useMemo, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { MaskPainter } from 'ui/mask-painter/mask-painter.tsx';
import type { MaskOp, Proposal } from 'ui/mask-painter/ops.ts';
import { ProgressBar } from 'ui/progress.tsx';
import { Spinner } from 'ui/spinner.tsx';
import type { FileFacts, StageProps } from 'ui/tool-screen.ts';
import {
  type Area,
  areaOf,
  countSizes,
  isMarked,
  type Marks,
  noOps,
  removeLabel,
  type Size,
  sizeOf,
  spreadArea,
  withArea,
  withoutLastStep,
} from './areas.ts';
import { findMarks, settleProposals, useFinding, useOpen } from './finding.tsx';
import { kindNames, type RemoveOptions } from './remove-options.ts';
import { screenWords as words } from './screen-words.ts';
import { useSteps } from './use-steps.ts';

/** Returns the picture's size; undefined until it is known. `told` is the size that the server returned with `address`. */
function useSize(address: string | undefined, facts: FileFacts, marks: Marks, told: Size | undefined) {
  const [measured, setMeasured] = useState<Size & { address: string }>();
  const known = sizeOf(facts) ?? areaOf(marks, facts) ?? told;
  const isWanted = known === undefined;

  useEffect(() => {
    if (!address || !isWanted) return;
    const picture = new Image();
    picture.onload = () => setMeasured({ address, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = address;
    return () => {
      picture.onload = null;
    };
  }, [address, isWanted]);

  return known ?? (measured && measured.address === address && measured.width > 0 ? measured : undefined);
}

/** The findings that no earlier removal contains. */
function useOpenProposals(proposals: readonly Proposal[], area: Area | undefined): readonly Proposal[] {
  const steps = area?.steps;
  return useMemo(() => {
    const removed = new Set(steps?.flat().map(({ from }) => from));
    return removed.size > 0 ? proposals.filter(({ id }) => !removed.has(id)) : proposals;
  }, [proposals, steps]);
}

export function Stage(props: StageProps<RemoveOptions>) {
  const { facts, options, change, isBusy, language, ask } = props;
  const t = words[language];
  const finding = useFinding(ask);
  useOpen(ask);
  const address = props.address ?? finding.address;
  const size = useSize(address, facts, options, finding.size);
  const painted = useSteps(props);
  const area = painted.area ?? (size && { ...size, ops: noOps });
  const proposals = useOpenProposals(finding.proposals, area);
  if (!address) return <Unseen {...props} />;
  if (!size || !area) return <Waiting label={t.opening} />;
  const files = props.files.map(file => file.facts);
  const keep = (next: Area) => change({ areas: withArea(options, facts, next) });

  function mark(ops: readonly MaskOp[]) {
    keep({ ...area!, ...size!, ops });
    // Undoing a mark is not a new one.
    if (options.isInstant && ops.length > area!.ops.length) props.run();
  }

  return (
    <MaskPainter
      address={painted.address ?? address}
      width={size.width}
      height={size.height}
      name={facts.name}
      labels={[{ ...removeLabel, name: t.remove }]}
      ops={area.ops}
      onChange={mark}
      proposals={proposals}
      onSettled={() => settleProposals(ask)}
      isLocked={isBusy}
      isOpaque={facts.hasAlpha === false}
      extra={
        <>
          {area.steps && area.steps.length > 0 && (
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => keep(withoutLastStep(area))}>
              {t.undoStep}
            </Button>
          )}
          {(options.isSameArea || options.isSameMark) && countSizes(files) > 1 && (
            <Button
              size="sm"
              variant="secondary"
              title={t.spreadHint}
              disabled={isBusy || !isMarked(options, facts)}
              onClick={() => change({ areas: spreadArea(options, facts, files) })}
            >
              {t.spread}
            </Button>
          )}
        </>
      }
    />
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="grid h-full place-content-center bg-sunken text-soft">
      <Spinner className="size-7" label={label} />
    </div>
  );
}

/** Offers to open a picture on the server that browsers cannot show, which also searches it for marks. */
function Unseen({ facts, ask, language }: StageProps<RemoveOptions>) {
  const t = words[language];
  const { state, percent, message } = useFinding(ask);
  const isBusy = state === 'busy';
  // The server has opened it, but has no preview to show.
  const cannotOpen = state === 'found' || state === 'nothing';
  return (
    <div className="grid h-full place-content-center justify-items-center gap-4 bg-sunken p-8 text-center">
      <p className="max-w-sm text-sm text-soft text-balance">{cannotOpen ? t.unseenLink : t.unseen}</p>
      {!cannotOpen && (
        <Button variant="secondary" isBusy={isBusy} onClick={() => void findMarks(ask, facts, kindNames(language))}>
          {t.openThere}
        </Button>
      )}
      <div className="h-1.5 w-48">{isBusy && <ProgressBar percent={percent} label={t.opening} />}</div>
      <p role="alert" className="min-h-5 text-sm text-bad">
        {state === 'failed' && message}
      </p>
    </div>
  );
}
