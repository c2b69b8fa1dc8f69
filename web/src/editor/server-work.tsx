// Cutout and removal on a layer: shows the price and states that the picture is sent to the server, shows the progress, and can be cancelled. An
// unpaid result is previewed before it replaces the layer's picture.

import type { PictureLayer } from 'contract/artwork/artwork.ts';
import type { Task } from 'contract/task.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { Dialog } from 'ui/panels/dialog.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { CallError } from '../failures/call-error.ts';
import { PriceNote, useCallPrice } from '../pay/run-price.tsx';
import { goOnOncePaid, priceOf, unlockNote } from '../pay/unlock.ts';
import { useSession } from '../session.ts';
import {
  dropWaiting,
  findWaiting,
  isPreview,
  type LayerTool,
  layerOptions,
  pathOf,
  putInLayer,
  runOnLayer,
} from './run-on-layer.ts';
import { shelf } from './state.ts';
import { editorWords } from './words.ts';

const MaskPainter = lazy(async () => ({ default: (await import('ui/mask-painter/mask-painter.tsx')).MaskPainter }));

interface ServerWorkProps {
  kind: 'cutout' | 'remove';
  layer: PictureLayer;
  onClose: () => void;
}

const removeLabel = 'remove';

const tools = { cutout: 'cutout-image', remove: 'inpaint-image' } as const satisfies Record<string, LayerTool>;

/** An unpaid result and its price. */
function Preview({ task, name }: { task: Task; name: string }) {
  const t = useWords(editorWords);
  const user = useSession(state => state.user);
  const address = task.result?.files[0]?.previewUrl;
  return (
    <>
      {address && (
        <div className="checkerboard grid max-h-[min(50dvh,26rem)] place-items-center overflow-hidden rounded-2xl border border-line">
          <img src={address} alt={name} className="max-h-[min(50dvh,26rem)] object-contain" />
        </div>
      )}
      <p className="text-[0.9375rem] text-balance text-soft">{unlockNote(priceOf([task.charge], user), t)}</p>
    </>
  );
}

/** Work that shows its progress. It is stopped when the component leaves the page. */
function useWork() {
  const t = useWords(editorWords);
  /** Null while nothing runs. */
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(new DOMException('closed', 'AbortError')), []);

  async function work(act: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setPercent(0);
    try {
      await act(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      // A network error from fetch has no message for users.
      if (!(error instanceof CallError || error instanceof TypeError || error instanceof DOMException)) throw error;
      setProblem((error instanceof CallError && error.msg) || t.workFailed);
    } finally {
      setPercent(null);
    }
  }

  return {
    percent,
    setPercent,
    problem,
    forgetProblem: () => setProblem(undefined),
    work,
    stop: () => running.current?.abort(new DOMException('cancelled', 'AbortError')),
  };
}

/** An address for a blob as long as it is shown; empty without one. */
function useAddress(blob: Blob | undefined): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return address;
}

interface RemovalAreaProps {
  address: string;
  picture: { readonly width: number; readonly height: number };
  name: string;
  ops: readonly MaskOp[];
  onChange: (ops: readonly MaskOp[]) => void;
  isLocked: boolean;
}

/** The picture on which people mark what is to be removed. */
function RemovalArea({ address, picture, name, ops, onChange, isLocked }: RemovalAreaProps) {
  const t = useWords(editorWords);
  return (
    <div className="h-[min(50dvh,26rem)] overflow-hidden rounded-2xl border border-line">
      <Suspense fallback={null}>
        <MaskPainter
          address={address}
          width={picture.width}
          height={picture.height}
          name={name}
          labels={[{ id: removeLabel, name: t.removeObjects, color: '#f0405a' }]}
          ops={ops}
          onChange={onChange}
          isLocked={isLocked}
        />
      </Suspense>
    </div>
  );
}

export function ServerWork({ kind, layer, onClose }: ServerWorkProps) {
  const t = useWords(editorWords);
  const tool = tools[kind];
  const [made, setMade] = useState(() => findWaiting(layer, tool));
  const { percent, setPercent, problem, forgetProblem, work, stop } = useWork();
  const [ops, setOps] = useState<readonly MaskOp[]>([]);
  const price = useCallPrice(pathOf(tool), layerOptions, made?.taskId);
  const picture = shelf.get(layer.pictureId);
  const address = useAddress(picture?.blob);
  if (!picture) return null;

  async function apply(task: Task, signal: AbortSignal) {
    try {
      await putInLayer(layer, tool, task, signal);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The call helper has already shown the error, with ways to pay if money is missing.
      goOnOncePaid(error, { label: t.applyResult, run: () => put(task) });
    }
  }

  const put = (task: Task) => void work(signal => apply(task, signal));

  const run = () =>
    void work(async signal => {
      const { renderMask } = await import('ui/mask-painter/render-mask.ts');
      const mask = kind === 'remove' ? await renderMask(ops, picture!.width, picture!.height, removeLabel) : undefined;
      const task = await runOnLayer({ layer, tool, mask, signal, onProgress: setPercent });
      if (isPreview(task)) setMade(task);
      else await apply(task, signal);
    });

  function startOver() {
    dropWaiting(layer, tool);
    setMade(undefined);
    forgetProblem();
  }

  const isRunning = percent !== null;
  const isRefused = price?.allowed === false;
  const cancel = () => {
    stop();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={kind === 'cutout' ? t.cutout : t.removeObjects}
      closeLabel={t.close}
      actions={
        made ? (
          <>
            <Button variant="secondary" disabled={isRunning} onClick={startOver}>
              {t.startOver}
            </Button>
            <Button isBusy={isRunning} onClick={() => put(made)}>
              {t.applyResult}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={cancel}>
              {t.cancel}
            </Button>
            <Button isBusy={isRunning} disabled={isRefused || (kind === 'remove' && ops.length === 0)} onClick={run}>
              {kind === 'cutout' ? t.cutoutNow : t.removeNow}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {made ? (
          <Preview task={made} name={layer.name || t.picture} />
        ) : (
          <>
            {kind === 'remove' && address !== '' && (
              <RemovalArea
                {...{ address, picture, ops }}
                name={layer.name || t.picture}
                onChange={setOps}
                isLocked={isRunning}
              />
            )}
            <p className="text-[0.9375rem] text-soft">{t.sentHint}</p>
            {price && !isRunning && <PriceNote price={price} words={t} />}
            {isRunning && <ProgressBar percent={percent} label={t.working} />}
          </>
        )}
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
