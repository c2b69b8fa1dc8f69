// The painter's tools in a bar above the picture; on a narrow screen only icons, in two lines.
import { fill } from 'contract/words.ts';
import { Brush, Eraser, Hand, Lasso, Redo2, SquareDashed, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../classes.ts';
import { useWords } from '../language.tsx';
import { toolKeys } from './keys.ts';
import { drawingTools, hasSize, type PainterTool } from './live-mark.ts';
import type { MaskLabel } from './ops.ts';
import { painterWords } from './words.ts';

const tools: readonly PainterTool[] = [...drawingTools, 'move'];
const toolIcons = { box: SquareDashed, brush: Brush, lasso: Lasso, erase: Eraser, move: Hand };
/** The slider's scale is logarithmic, so that small brushes get as much travel as large ones. */
export const sizeLimits = { min: 4, max: 200 };
const sliderSteps = 60;
const toSlider = (size: number) =>
  Math.round((Math.log(size / sizeLimits.min) / Math.log(sizeLimits.max / sizeLimits.min)) * sliderSteps);
const fromSlider = (step: number) =>
  Math.round(sizeLimits.min * (sizeLimits.max / sizeLimits.min) ** (step / sliderSteps));

interface ToolbarProps {
  tool: PainterTool;
  onTool: (tool: PainterTool) => void;
  size: number;
  onSize: (size: number) => void;
  labels: readonly MaskLabel[];
  label: string;
  onLabel: (id: string) => void;
  isLocked: boolean;
  /** Actions on existing marks; undefined if unavailable. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  clear: (() => void) | undefined;
  extra?: ReactNode;
}

export function Toolbar({ labels, extra, isLocked, ...props }: ToolbarProps) {
  const t = useWords(painterWords);
  return (
    <div
      role="toolbar"
      aria-label={t.toolbar}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-paper px-2 py-1.5 @2xl:px-3"
    >
      <div className="flex flex-1 @2xl:flex-none">
        {tools.map(tool => (
          <ToolButton
            key={tool}
            tool={tool}
            isOn={tool === props.tool}
            isOff={isLocked && tool !== 'move'}
            onPress={() => props.onTool(tool)}
          />
        ))}
      </div>
      {/* On a narrow screen it is on the second line. */}
      <div className="order-1 flex min-w-0 basis-full items-center gap-2 @2xl:order-none @2xl:flex-1 @2xl:basis-0">
        {labels.length > 1 && <LabelChoice labels={labels} label={props.label} onLabel={props.onLabel} />}
        <SizeSlider size={props.size} onSize={props.onSize} isOff={isLocked || !hasSize(props.tool)} />
        {extra}
      </div>
      <div className="flex">
        <BarButton label={t.undo} icon={<Undo2 className="size-5" />} keys="Ctrl+Z" act={props.undo} />
        <BarButton label={t.redo} icon={<Redo2 className="size-5" />} keys="Ctrl+Y" act={props.redo} />
        <BarButton label={t.clear} icon={<Trash2 className="size-5" />} act={props.clear} />
      </div>
    </div>
  );
}

interface ToolButtonProps {
  tool: PainterTool;
  isOn: boolean;
  isOff: boolean;
  onPress: () => void;
}

function ToolButton({ tool, isOn, isOff, onPress }: ToolButtonProps) {
  const t = useWords(painterWords);
  const Icon = toolIcons[tool];
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t[tool]}
      title={`${t[tool]} (${toolKeys[tool]})`}
      disabled={isOff}
      onClick={onPress}
      className={joinClasses(
        'grid min-h-11 min-w-9 flex-1 place-items-center content-center gap-0.5 rounded-xl text-[0.6875rem] leading-tight transition disabled:opacity-40 @2xl:min-w-14 @2xl:flex-none @2xl:px-2',
        isOn ? 'bg-accent-soft font-semibold text-accent-ink' : 'text-soft hover:bg-sunken',
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span className="hidden @2xl:block">{t[tool]}</span>
    </button>
  );
}

function LabelChoice({ labels, label, onLabel }: Pick<ToolbarProps, 'labels' | 'label' | 'onLabel'>) {
  const t = useWords(painterWords);
  return (
    <fieldset className="flex gap-1 rounded-full bg-sunken p-1">
      <legend className="sr-only">{t.labels}</legend>
      {labels.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === label}
          onClick={() => onLabel(id)}
          className={joinClasses(
            'flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm whitespace-nowrap transition',
            id === label ? 'bg-chosen font-semibold shadow-card' : 'text-soft hover:text-ink',
          )}
        >
          <span aria-hidden className="size-3 rounded-full" style={{ backgroundColor: color }} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function SizeSlider({ size, onSize, isOff }: { size: number; onSize: (size: number) => void; isOff: boolean }) {
  const t = useWords(painterWords);
  const step = toSlider(size);
  return (
    <label className="flex min-h-11 min-w-20 flex-1 items-center gap-2 px-1 text-[0.8125rem] text-soft">
      <span className="sr-only">{t.size}</span>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      <input
        type="range"
        title={t.size}
        min={0}
        max={sliderSteps}
        value={step}
        disabled={isOff}
        aria-valuetext={fill(t.sizeNow, { size })}
        onChange={event => onSize(fromSlider(Number(event.target.value)))}
        className="range min-w-0"
        style={{ '--filled': `${(step / sliderSteps) * 100}%` }}
      />
      <span aria-hidden className="size-4 shrink-0 rounded-full bg-current" />
    </label>
  );
}

interface BarButtonProps {
  label: string;
  icon: ReactNode;
  keys?: string;
  act: (() => void) | undefined;
}

function BarButton({ label, icon, keys, act }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      disabled={!act}
      onClick={act}
      className="grid min-h-11 min-w-9 place-items-center rounded-xl text-ink transition hover:bg-sunken disabled:opacity-35"
    >
      {icon}
    </button>
  );
}
