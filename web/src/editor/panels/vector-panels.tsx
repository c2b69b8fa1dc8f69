// The settings of vector art and of QR codes.
import { artworkLimits, type QrLayer, type VectorLayer } from 'contract/artwork/artwork.ts';
import { fill } from 'contract/words.ts';
import { listColors, replaceColors } from 'ui/artwork/recolour.ts';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useWords } from 'ui/language.tsx';
import { changeLayers } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';
import { ReplacePicture } from './replace-picture.tsx';

/** Maximum number of colours that can be changed individually. */
const maxColors = 6;

export function VectorPanel({ layer }: { layer: VectorLayer }) {
  const t = useWords(editorWords);
  const colors = listColors(layer).slice(0, maxColors);
  return (
    <div className="grid gap-5">
      {layer.slot && <ReplacePicture id={layer.id} hint={layer.slot === 'subject' ? t.subjectHint : t.slotHint} />}
      {colors.map((color, index) => (
        <Colors
          // A colour keeps its place while it is changed.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the colours is what they are known by.
          key={index}
          label={fill(t.partColor, { number: index + 1 })}
          value={color}
          onChange={next => changeLayers('shapeLook', [layer.id], one => replaceColors(one, new Map([[color, next]])))}
        />
      ))}
    </div>
  );
}

export function QrPanel({ layer }: { layer: QrLayer }) {
  const t = useWords(editorWords);
  const set = (patch: Partial<QrLayer>) => changeLayers('shapeLook', [layer.id], () => patch);
  return (
    <div className="grid gap-5">
      <Field label={t.qrText} hint={t.qrHint}>
        {wiring => (
          <textarea
            {...wiring}
            rows={3}
            maxLength={artworkLimits.qrLength}
            value={layer.text}
            // An empty code cannot be drawn.
            onChange={event => set({ text: event.target.value || ' ' })}
            className={`${inputClasses} h-auto py-2 wrap-anywhere`}
          />
        )}
      </Field>
      <Colors label={t.color} value={layer.color} onChange={color => set({ color })} />
      <Switch
        label={t.qrGround}
        isOn={layer.ground !== null}
        onChange={isOn => set({ ground: isOn ? '#ffffff' : null })}
      />
    </div>
  );
}
