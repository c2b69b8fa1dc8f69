// The settings of the page: size, background, rotation and mirroring.
import type { Artwork, Paint } from 'contract/artwork/artwork.ts';
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw, Scaling } from 'lucide-react';
import { flipPage, turnPage } from 'ui/artwork/operations.ts';
import { Button } from 'ui/button.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useWords } from 'ui/language.tsx';
import { change, type EditorDialog } from '../state.ts';
import { editorWords } from '../words.ts';
import { PaintField } from './paint-field.tsx';
import { PaletteFields } from './palette-fields.tsx';

export function PagePanel({ artwork, onDialog }: { artwork: Artwork; onDialog: (dialog: EditorDialog) => void }) {
  const t = useWords(editorWords);
  const { background } = artwork;
  const small = 'size-4';
  const setBackground = (value: Paint | null) =>
    change('background', old => ({ ...old, background: value }), { mergeKey: 'page' });
  return (
    <div className="grid gap-5">
      {artwork.palette && <PaletteFields palette={artwork.palette} />}
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm">
          <span className="font-medium">{t.page}</span>{' '}
          <span className="text-soft tabular-nums">
            {artwork.width} × {artwork.height}
          </span>
        </p>
        <Button
          size="sm"
          variant="secondary"
          icon={<Scaling aria-hidden className={small} />}
          onClick={() => onDialog('pageSize')}
        >
          {t.resize}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
          size="sm"
          variant="secondary"
          icon={<RotateCcw aria-hidden className={small} />}
          onClick={() => change('turn', old => turnPage(old, -90))}
        >
          {t.turnLeft}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon={<RotateCw aria-hidden className={small} />}
          onClick={() => change('turn', old => turnPage(old, 90))}
        >
          {t.turnRight}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon={<FlipHorizontal2 aria-hidden className={small} />}
          onClick={() => change('flip', old => flipPage(old, 'x'))}
        >
          {t.flipX}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon={<FlipVertical2 aria-hidden className={small} />}
          onClick={() => change('flip', old => flipPage(old, 'y'))}
        >
          {t.flipY}
        </Button>
      </div>
      <Switch
        label={t.transparent}
        isOn={background === null}
        onChange={isOn => setBackground(isOn ? null : '#ffffff')}
      />
      {background !== null && <PaintField label={t.background} value={background} onChange={setBackground} />}
      <p className="text-[0.8125rem] text-soft">{t.pageHint}</p>
    </div>
  );
}
