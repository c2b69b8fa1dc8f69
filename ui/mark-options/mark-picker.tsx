// Picks the picture used as a mark.

import { errors } from 'contract/errors.ts';
import { fill, type Language } from 'contract/words.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { makeId } from 'ui/random-id.ts';
import { Button } from '../button.tsx';
import { Callout } from '../panels/callout.tsx';
import type { PickedPicture } from './draft-mark.ts';
import { markWords } from './words.ts';

/** Types that every browser can show, because the mark is placed by eye. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml,image/avif,image/bmp';
const maxMegabytes = 20;

interface MarkPickerProps {
  image: PickedPicture | undefined;
  onPick: (image: PickedPicture) => void;
  language: Language;
}

async function isReadable(blob: Blob): Promise<boolean> {
  const address = URL.createObjectURL(blob);
  const picture = new Image();
  picture.src = address;
  const answer = await picture.decode().then(
    () => picture.naturalWidth > 0,
    () => false,
  );
  URL.revokeObjectURL(address);
  return answer;
}

function useAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const made = blob && URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [blob]);
  return address;
}

export function MarkPicker({ image, onPick, language }: MarkPickerProps) {
  const t = markWords[language];
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const address = useAddress(image?.blob);

  async function take(files: readonly File[]) {
    const [file] = files;
    if (!file) return;
    if (files.length > 1) setProblem(errors.MARK_ONLY_ONE[language]);
    else if (file.size > maxMegabytes * 1024 * 1024) setProblem(fill(t.pictureTooLarge, { maxMegabytes }));
    else if (!(await isReadable(file))) setProblem(t.pictureUnreadable);
    else {
      setProblem(undefined);
      onPick({ id: makeId(), name: file.name, blob: file });
    }
  }

  return (
    <div className="grid gap-2.5">
      <p id={id} className="text-sm font-medium">
        {t.picture}
      </p>
      <div className="flex items-center gap-3">
        {image && address && (
          <span className="checkerboard grid size-16 shrink-0 place-items-center overflow-hidden rounded-xl border border-line">
            <img src={address} alt={image.name} className="max-h-full max-w-full" />
          </span>
        )}
        <div className="grid min-w-0 gap-1">
          <Button variant="secondary" size="sm" aria-describedby={id} onClick={() => input.current?.click()}>
            {image ? t.replacePicture : t.pickPicture}
          </Button>
          <span className="truncate text-[0.8125rem] text-soft">{image ? image.name : t.pictureHint}</span>
        </div>
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple
          hidden
          tabIndex={-1}
          aria-label={t.pickPicture}
          data-mark-picture
          onChange={event => {
            void take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {problem && <Callout tone="bad" title={problem} />}
    </div>
  );
}
