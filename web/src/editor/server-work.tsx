// Cutout and removal on a layer: says that the picture is sent, shows the progress, can be stopped.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { useWords } from 'ui/language.tsx';
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { ProgressBar } from 'ui/progress.tsx';
import { CallError } from '../api.ts';
import { runOnLayer } from './run-on-layer.ts';
import { shelf } from './state.ts';
import { editorWords } from './words.ts';

const MaskPainter = lazy(async () => ({ default: (await import('ui/mask-painter/mask-painter.tsx')).MaskPainter }));

interface ServerWorkProps {
  kind: 'cutout' | 'remove';
  layer: PictureLayer;
  onClose: () => void;
}

const removeLabel = 'remove';

export function ServerWork({ kind, layer, onClose }: ServerWorkProps) {
  const t = useWords(editorWords);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const [ops, setOps] = useState<readonly MaskOp[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(new DOMException('closed', 'AbortError')), []);
  const picture = shelf.get(layer.pictureId);
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture.blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  if (!picture) return null;

  async function run() {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(undefined);
    setPercent(0);
    try {
      const { renderMask } = await import('ui/mask-painter/render-mask.ts');
      const mask = kind === 'remove' ? await renderMask(ops, picture!.width, picture!.height, removeLabel) : undefined;
      await runOnLayer({
        layer,
        tool: kind === 'cutout' ? 'cutout-image' : 'inpaint-image',
        options: { format: 'png' },
        mask,
        signal: controller.signal,
        onProgress: setPercent,
      });
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      // A network error from fetch has no message for users.
      if (!(error instanceof CallError || error instanceof TypeError || error instanceof DOMException)) throw error;
      setProblem((error instanceof CallError && error.msg) || t.workFailed);
    } finally {
      setPercent(null);
    }
  }

  const isRunning = percent !== null;
  const cancel = () => {
    stop.current?.abort(new DOMException('cancelled', 'AbortError'));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={kind === 'cutout' ? t.cutout : t.removeObjects}
      closeLabel={t.close}
      actions={
        <>
          <Button variant="secondary" onClick={cancel}>
            {t.cancel}
          </Button>
          <Button isBusy={isRunning} disabled={kind === 'remove' && ops.length === 0} onClick={() => void run()}>
            {kind === 'cutout' ? t.cutoutNow : t.removeNow}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {kind === 'remove' && address !== '' && (
          <div className="h-[min(50dvh,26rem)] overflow-hidden rounded-2xl border border-line">
            <Suspense fallback={null}>
              <MaskPainter
                address={address}
                width={picture.width}
                height={picture.height}
                name={layer.name || t.picture}
                labels={[{ id: removeLabel, name: t.removeObjects, color: '#f0405a' }]}
                ops={ops}
                onChange={setOps}
                isLocked={isRunning}
              />
            </Suspense>
          </div>
        )}
        <p className="text-[0.9375rem] text-soft">{t.sentHint}</p>
        {isRunning && <ProgressBar percent={percent} label={t.working} />}
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
