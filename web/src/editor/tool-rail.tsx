// The tools: a column next to the stage, or a row below it on phones and tablets.
import {
  Brush,
  Crop,
  Eraser,
  Grid2x2,
  Hand,
  ImagePlus,
  Layers,
  MousePointer2,
  Shapes,
  SlidersHorizontal,
  Sticker,
  Type,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { useWords } from 'ui/language.tsx';
import { openFiles } from './open-files-soon.ts';
import { chooseTool, closeSheet, type EditorTool, showPanel, useEditor } from './state.ts';
import { editorWords } from './words.ts';

const tools = [
  { tool: 'select', key: 'V', icon: <MousePointer2 /> },
  { tool: 'text', key: 'T', icon: <Type /> },
  { tool: 'shape', key: 'U', icon: <Shapes /> },
  { tool: 'sticker', key: 'S', icon: <Sticker /> },
  { tool: 'draw', key: 'B', icon: <Brush /> },
  { tool: 'erase', key: 'E', icon: <Eraser /> },
  { tool: 'veil', key: 'M', icon: <Grid2x2 /> },
  { tool: 'crop', key: 'C', icon: <Crop /> },
  { tool: 'hand', key: 'H', icon: <Hand /> },
] as const satisfies readonly { tool: EditorTool; key: string; icon: ReactNode }[];

/** On a phone the sixth tool is cut at the edge, so that people see that the row goes on. */
const classes = (isOn: boolean) =>
  joinClasses(
    'grid min-h-14 min-w-15 shrink-0 max-sm:w-[17.2vw] max-sm:min-w-0 content-center justify-items-center gap-0.5 rounded-2xl px-1 text-[0.6875rem] leading-4 transition [&>svg]:size-5',
    isOn ? 'bg-accent-soft font-semibold text-accent-ink' : 'text-soft hover:bg-sunken hover:text-ink',
  );

export function ToolRail() {
  const t = useWords(editorWords);
  const { tool, panel, isSheetOpen } = useEditor();
  const filesRef = useRef<HTMLInputElement>(null);

  function take(wanted: EditorTool) {
    chooseTool(wanted);
    // Tools with settings of their own show them; the others keep the page visible.
    if (wanted === 'select' || wanted === 'hand') closeSheet();
    else showPanel('edit');
  }

  return (
    <nav
      aria-label={t.tools}
      className="z-10 flex shrink-0 gap-0.5 max-lg:order-last border-line bg-paper p-1.5 max-lg:overflow-x-auto max-lg:border-t lg:w-19 lg:flex-col lg:overflow-y-auto lg:border-e"
    >
      <button
        type="button"
        className={joinClasses(classes(isSheetOpen && panel === 'edit'), 'lg:hidden')}
        onClick={() => (isSheetOpen && panel === 'edit' ? closeSheet() : showPanel('edit'))}
      >
        <SlidersHorizontal aria-hidden />
        {t.edit}
      </button>
      <button
        type="button"
        className={joinClasses(classes(isSheetOpen && panel === 'layers'), 'lg:hidden')}
        onClick={() => (isSheetOpen && panel === 'layers' ? closeSheet() : showPanel('layers'))}
      >
        <Layers aria-hidden />
        {t.layers}
      </button>
      <button type="button" className={classes(false)} onClick={() => filesRef.current?.click()}>
        <ImagePlus aria-hidden />
        {t.picture}
      </button>
      <input
        ref={filesRef}
        type="file"
        multiple
        hidden
        aria-label={t.picture}
        accept="image/jpeg,image/png,image/webp,image/gif,image/bmp,image/avif,image/svg+xml"
        onChange={event => {
          void openFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {tools.map(one => (
        <button
          key={one.tool}
          type="button"
          aria-pressed={tool === one.tool}
          title={`${t[one.tool]} (${one.key})`}
          className={classes(tool === one.tool)}
          onClick={() => take(one.tool)}
        >
          {one.icon}
          {t[one.tool]}
        </button>
      ))}
    </nav>
  );
}
