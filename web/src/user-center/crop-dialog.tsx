// Selects the square of a picture that becomes the avatar, and saves it.
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { SendError } from '../send-bytes.ts';
import { avatarWords } from './avatar-words.ts';
import { coverFrame, cropSquare, deepestScale } from './crop.ts';
import { drawAvatar } from './draw-avatar.ts';
import { saveAvatar } from './save-avatar.ts';
import { useCrop } from './use-crop.ts';

const percent = (length: number) => `${length * 100}%`;

export function CropDialog({ image, onClose }: { image: HTMLImageElement; onClose: () => void }) {
  const words = useWords(avatarWords);
  const frameRef = useRef<HTMLElement>(null);
  const picture = { width: image.naturalWidth, height: image.naturalHeight };
  const { view, zoomTo, handlers } = useCrop(frameRef, picture);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const cover = coverFrame(picture);
  const width = cover.width * view.scale;
  const height = cover.height * view.scale;

  async function save(): Promise<void> {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setIsSaving(true);
    setFailure(undefined);
    try {
      await saveAvatar(await drawAvatar(image, cropSquare(view, picture)), signal);
      showToast(words.changed, 'success');
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError) setFailure(error.msg);
      else if (error instanceof SendError) setFailure(words.uploadFailed);
      else throw error;
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Dialog
      isOpen
      title={words.cropTitle}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button isBusy={isSaving} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <section
        ref={frameRef}
        aria-label={`${words.frame}. ${words.frameKeys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame handles the keys that move and zoom.
        tabIndex={0}
        {...handlers}
        className="checkerboard relative mx-auto aspect-square w-full max-w-64 cursor-grab touch-none overflow-hidden rounded-2xl select-none active:cursor-grabbing"
      >
        <img
          src={image.src}
          alt=""
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: percent(width),
            height: percent(height),
            left: percent(0.5 + view.x - width / 2),
            top: percent(0.5 + view.y - height / 2),
          }}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-full"
          style={{ boxShadow: '0 0 0 99rem rgb(0 0 0 / 0.5)' }}
        />
      </section>
      <p className="text-center text-[0.8125rem] text-soft">{words.cropHint}</p>
      <Slider
        label={words.zoom}
        value={view.scale}
        min={1}
        max={deepestScale(picture)}
        step={0.01}
        valueText={`${Math.round(view.scale * 100)}%`}
        onChange={zoomTo}
      />
      <p role="alert" className="text-sm text-bad empty:hidden">
        {failure}
      </p>
    </Dialog>
  );
}
