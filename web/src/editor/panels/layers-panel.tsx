// The list of layers from top to bottom: order, names, visibility and locks.
import type { Layer } from 'contract/artwork/artwork.ts';
import { fill } from 'contract/words.ts';
import {
  Brush,
  ChevronDown,
  ChevronUp,
  Copy,
  Eye,
  EyeOff,
  Grid2x2,
  Group,
  Image,
  Lock,
  LockOpen,
  PenTool,
  QrCode,
  Shapes,
  Sticker,
  Trash2,
  Type,
  Ungroup,
} from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { stickers } from 'ui/artwork/stickers.ts';
import { joinClasses } from 'ui/classes.ts';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import {
  dragInList,
  duplicateSelected,
  groupSelected,
  orderSelected,
  removeSelected,
  toggleLayers,
  ungroupSelected,
} from '../deeds.ts';
import { changeLayers, select, selectedLayers, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';

const icons: Readonly<Record<Layer['type'], ReactNode>> = {
  picture: <Image />,
  text: <Type />,
  shape: <Shapes />,
  drawing: <Brush />,
  veil: <Grid2x2 />,
  sticker: <Sticker />,
  vector: <PenTool />,
  qr: <QrCode />,
};

/** The name of a layer: the user's, or one derived from its content. */
function useLayerName(): (layer: Layer) => string {
  const t = useWords(editorWords);
  const language = useLanguage();
  return layer => {
    if (layer.name) return layer.name;
    if (layer.type === 'text') return layer.text.replace(/\s+/g, ' ').trim().slice(0, 40) || t.text;
    if (layer.type === 'sticker') return stickers[layer.sticker]?.name[language] ?? t.sticker;
    if (layer.type === 'veil') return t[layer.kind];
    return { picture: t.picture, shape: t.shape, drawing: t.draw, vector: t.vector, qr: t.qr }[layer.type];
  };
}

export function LayersPanel() {
  const t = useWords(editorWords);
  const { history, selection } = useEditor();
  const artwork = history!.present.artwork;
  const chosen = selectedLayers(artwork, selection);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const isGrouped = chosen.some(({ groupId }) => groupId !== null);
  const isNone = chosen.length === 0;
  return (
    <div className="grid gap-3">
      <div role="toolbar" aria-label={t.layerDeeds} className="-mx-1 flex flex-wrap">
        <IconButton
          size="sm"
          disabled={isNone}
          label={t.forward}
          icon={<ChevronUp className="size-4.5" />}
          onClick={() => orderSelected('forward')}
        />
        <IconButton
          size="sm"
          disabled={isNone}
          label={t.backward}
          icon={<ChevronDown className="size-4.5" />}
          onClick={() => orderSelected('backward')}
        />
        <IconButton
          size="sm"
          disabled={isNone}
          label={t.duplicate}
          icon={<Copy className="size-4.5" />}
          onClick={duplicateSelected}
        />
        {isGrouped ? (
          <IconButton size="sm" label={t.ungroup} icon={<Ungroup className="size-4.5" />} onClick={ungroupSelected} />
        ) : (
          <IconButton
            size="sm"
            disabled={chosen.length < 2}
            label={t.group}
            icon={<Group className="size-4.5" />}
            onClick={groupSelected}
          />
        )}
        <IconButton
          size="sm"
          disabled={isNone || chosen.every(({ isLocked }) => isLocked)}
          label={t.remove}
          icon={<Trash2 className="size-4.5" />}
          onClick={removeSelected}
        />
      </div>
      {artwork.layers.length === 0 && <p className="text-sm text-soft">{t.noLayers}</p>}
      <ul aria-label={t.layers} className="grid gap-1">
        {artwork.layers.toReversed().map(layer => (
          <LayerRow
            key={layer.id}
            layer={layer}
            isSelected={selection.includes(layer.id)}
            isRenaming={renamingId === layer.id}
            onRename={setRenamingId}
          />
        ))}
      </ul>
    </div>
  );
}

interface LayerRowProps {
  layer: Layer;
  isSelected: boolean;
  isRenaming: boolean;
  onRename: (id: string | null) => void;
}

function LayerRow({ layer, isSelected, isRenaming, onRename }: LayerRowProps) {
  const t = useWords(editorWords);
  const nameOf = useLayerName();
  const name = nameOf(layer);
  const [over, setOver] = useState<'above' | 'below' | null>(null);

  const press = (isMore: boolean) => {
    const { selection } = useEditor.getState();
    if (!isMore) select([layer.id]);
    else select(isSelected ? selection.filter(id => id !== layer.id) : [...selection, layer.id]);
  };
  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? 'above' : 'below';
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(null);
    const dragged = event.dataTransfer.getData('application/x-layer');
    if (dragged) dragInList([dragged], layer.id, sideOf(event));
  };
  const order = (event: KeyboardEvent) => {
    if (event.key === 'F2') onRename(layer.id);
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      select([layer.id]);
      orderSelected(event.key === 'ArrowUp' ? 'forward' : 'backward');
    } else return;
    event.preventDefault();
  };
  return (
    <li
      draggable={!isRenaming}
      onDragStart={event => event.dataTransfer.setData('application/x-layer', layer.id)}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('application/x-layer')) return;
        event.preventDefault();
        setOver(sideOf(event));
      }}
      onDragLeave={() => setOver(null)}
      onDrop={drop}
      className={joinClasses(
        'relative flex items-center rounded-xl',
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
        layer.groupId && 'ms-3 border-s-2 border-line-strong/50',
        over === 'above' && 'shadow-[0_-2px_0_var(--color-accent)]',
        over === 'below' && 'shadow-[0_2px_0_var(--color-accent)]',
      )}
    >
      {isRenaming ? (
        <input
          // biome-ignore lint/a11y/noAutofocus: the user has asked for this field.
          autoFocus
          aria-label={t.rename}
          defaultValue={layer.name || name}
          maxLength={100}
          onBlur={event => {
            const text = event.target.value.trim();
            onRename(null);
            if (text !== layer.name && text !== name) changeLayers('rename', [layer.id], () => ({ name: text }));
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' || event.key === 'Escape') {
              if (event.key === 'Escape') event.currentTarget.value = layer.name || name;
              event.currentTarget.blur();
            }
          }}
          className="m-1 min-h-9 min-w-0 flex-1 rounded-lg border border-line-strong bg-paper px-2 text-sm"
        />
      ) : (
        <button
          type="button"
          aria-pressed={isSelected}
          title={t.renameHint}
          onClick={event => press(event.shiftKey || event.ctrlKey || event.metaKey)}
          onDoubleClick={() => onRename(layer.id)}
          onKeyDown={order}
          className={joinClasses(
            'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-xl ps-3 text-start text-sm [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-soft',
            isSelected && 'font-semibold text-accent-ink',
            layer.isHidden && 'opacity-55',
          )}
        >
          {icons[layer.type]}
          <span className="truncate">{name}</span>
        </button>
      )}
      <IconButton
        size="sm"
        aria-pressed={layer.isLocked}
        label={fill(layer.isLocked ? t.unlockLayer : t.lockLayer, { name })}
        icon={layer.isLocked ? <Lock className="size-4" /> : <LockOpen className="size-4 opacity-45" />}
        onClick={() => toggleLayers([layer.id], 'isLocked')}
      />
      <IconButton
        size="sm"
        aria-pressed={layer.isHidden}
        label={fill(layer.isHidden ? t.showLayer : t.hideLayer, { name })}
        icon={layer.isHidden ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        onClick={() => toggleLayers([layer.id], 'isHidden')}
      />
    </li>
  );
}
