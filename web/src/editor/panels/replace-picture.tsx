// Picks another picture for a picture layer or an empty slot.
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { openFiles } from '../open-files-soon.ts';
import { editorWords } from '../words.ts';

export function ReplacePicture({ id, hint }: { id: string; hint?: string }) {
  const t = useWords(editorWords);
  const filesRef = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-1.5">
      <Button
        size="sm"
        variant={hint ? 'primary' : 'secondary'}
        icon={<ImageUp aria-hidden className="size-4" />}
        onClick={() => filesRef.current?.click()}
      >
        {t.replacePicture}
      </Button>
      {hint && <p className="text-[0.8125rem] text-soft">{hint}</p>}
      <input
        ref={filesRef}
        type="file"
        hidden
        aria-label={t.replacePicture}
        accept="image/jpeg,image/png,image/webp,image/gif,image/bmp,image/avif"
        onChange={event => {
          void openFiles([...(event.target.files ?? [])].slice(0, 1), id);
          event.target.value = '';
        }}
      />
    </div>
  );
}
