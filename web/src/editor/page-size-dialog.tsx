// Resizes the page, either with its content or by adding or removing space around it.
import { artworkLimits } from 'contract/artwork/artwork.ts';
import { type DesignSize, designSizes } from 'contract/artwork/designs.ts';
import { useState } from 'react';
import { resizeCanvas, resizePage } from 'ui/artwork/operations.ts';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { change, useEditor } from './state.ts';
import { editorWords } from './words.ts';

const shares = [0, 0.5, 1] as const;
const designSizeIds = Object.keys(designSizes) as DesignSize[];

export function PageSizeDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(editorWords);
  const artwork = useEditor(state => state.history!.present.artwork);
  const [kind, setKind] = useState<'scale' | 'canvas'>('scale');
  const [size, setSize] = useState<{ width: number | undefined; height: number | undefined }>({
    width: artwork.width,
    height: artwork.height,
  });
  const [isLinked, setIsLinked] = useState(true);
  const [preset, setPreset] = useState<DesignSize>();
  const [anchor, setAnchor] = useState({ x: 0.5, y: 0.5 });
  const ratio = artwork.width / artwork.height;
  const { width, height } = size;
  const isTooLarge = width !== undefined && height !== undefined && width * height > artworkLimits.pagePixels;
  const max = artworkLimits.sidePx;
  const keepsRatio = kind === 'scale' && isLinked;

  /** A typed size is not a preset. */
  function takeSize(next: typeof size) {
    setPreset(undefined);
    setSize(next);
  }

  function apply() {
    if (!width || !height || isTooLarge) return;
    change('resize', old =>
      kind === 'scale' ? resizePage(old, width, height) : resizeCanvas(old, width, height, anchor),
    );
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.pageSize}
      closeLabel={t.close}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button disabled={!width || !height || isTooLarge} onClick={apply}>
            {t.resize}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <PresetChoice
          preset={preset}
          onChoose={value => {
            setPreset(value);
            setSize(designSizes[value]);
          }}
        />
        <Segmented
          label={t.resizeKind}
          isLabelHidden
          value={kind}
          segments={[
            { value: 'scale', label: t.resizeScale },
            { value: 'canvas', label: t.resizeCanvas },
          ]}
          onChange={setKind}
          hint={kind === 'scale' ? t.resizeScaleHint : t.resizeCanvasHint}
        />
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label={t.width}
            unit="px"
            min={1}
            max={max}
            value={width}
            onChange={next =>
              takeSize({ width: next, height: keepsRatio && next ? Math.max(1, Math.round(next / ratio)) : height })
            }
          />
          <NumberField
            label={t.height}
            unit="px"
            min={1}
            max={max}
            value={height}
            onChange={next =>
              takeSize({ height: next, width: keepsRatio && next ? Math.max(1, Math.round(next * ratio)) : width })
            }
          />
        </div>
        {isTooLarge && (
          <p role="alert" className="text-[0.8125rem] text-bad">
            {t.pageTooLarge}
          </p>
        )}
        {kind === 'scale' ? (
          <Switch label={t.keepRatio} isOn={isLinked} onChange={setIsLinked} />
        ) : (
          <AnchorChoice anchor={anchor} onChange={setAnchor} />
        )}
      </div>
    </Dialog>
  );
}

function PresetChoice({
  preset,
  onChoose,
}: {
  /** Absent while another size is typed. */
  preset: DesignSize | undefined;
  onChoose: (preset: DesignSize) => void;
}) {
  const t = useWords(editorWords);
  const language = useLanguage();
  return (
    <Select
      label={t.presets}
      value={preset ?? ''}
      choices={[
        ...(preset ? [] : [{ value: '' as const, label: '—' }]),
        ...designSizeIds.map(value => ({
          value,
          label: `${designSizes[value].name[language]} · ${designSizes[value].width} × ${designSizes[value].height}`,
        })),
      ]}
      onChange={value => value !== '' && onChoose(value)}
    />
  );
}

interface Anchor {
  readonly x: number;
  readonly y: number;
}

/** Where the content stays while space is added around it. */
function AnchorChoice({ anchor, onChange }: { anchor: Anchor; onChange: (anchor: Anchor) => void }) {
  const t = useWords(editorWords);
  return (
    <div role="radiogroup" aria-label={t.anchor} className="grid w-fit grid-cols-3 gap-1">
      {shares.flatMap(y =>
        shares.map(x => (
          <label
            key={`${x} ${y}`}
            className={joinClasses(
              'grid size-11 place-items-center rounded-lg border has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              anchor.x === x && anchor.y === y
                ? 'border-accent bg-accent-soft'
                : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="editor-anchor"
              aria-label={`${t.anchor} ${shares.indexOf(y) + 1}, ${shares.indexOf(x) + 1}`}
              checked={anchor.x === x && anchor.y === y}
              onChange={() => onChange({ x, y })}
              className="sr-only"
            />
            <span
              aria-hidden
              className={joinClasses(
                'size-2.5 rounded-full',
                anchor.x === x && anchor.y === y ? 'bg-accent' : 'bg-line-strong',
              )}
            />
          </label>
        )),
      )}
    </div>
  );
}
