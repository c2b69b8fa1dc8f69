// Edits a text in place on the page, in its own font.
import type { TextLayer } from 'contract/artwork/artwork.ts';
import { artworkLimits } from 'contract/artwork/artwork.ts';
import { useEffect, useRef } from 'react';
import { fontStackOf } from 'ui/artwork/lay-out-text.ts';
import type { StageView } from 'ui/artwork/stage/view.ts';
import { useWords } from 'ui/language.tsx';
import { rewrite } from './deeds.ts';
import { change, write } from './state.ts';
import { editorWords } from './words.ts';

export function TextField({ layer, view }: { layer: TextLayer; view: StageView }) {
  const t = useWords(editorWords);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = fieldRef.current;
    field?.focus({ preventScroll: true });
    field?.select();
  }, []);

  function leave() {
    write(null);
    // An empty text would be invisible, so it is removed.
    if (layer.text.trim() === '')
      change('remove', artwork => ({ ...artwork, layers: artwork.layers.filter(({ id }) => id !== layer.id) }));
  }

  const { scale } = view;
  return (
    <textarea
      ref={fieldRef}
      aria-label={t.text}
      value={layer.text}
      maxLength={artworkLimits.textLength}
      spellCheck={false}
      onChange={event => rewrite(layer, event.target.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }
      }}
      className="absolute resize-none overflow-hidden border-0 p-0 outline-2 outline-offset-4 outline-accent select-text outline-dashed"
      style={{
        left: view.x + layer.x * scale,
        top: view.y + layer.y * scale,
        width: layer.width * scale,
        height: layer.height * scale,
        translate: '-50% -50%',
        rotate: `${layer.degrees}deg`,
        background: layer.plate ? layer.plate.color : 'transparent',
        color: layer.color,
        caretColor: layer.color,
        fontFamily: fontStackOf(layer.font),
        fontSize: layer.size * scale,
        fontWeight: layer.weight,
        fontStyle: layer.isItalic ? 'italic' : 'normal',
        textDecoration: layer.isUnderlined ? 'underline' : 'none',
        textAlign: layer.align,
        lineHeight: layer.lineHeight,
        letterSpacing: `${layer.letterSpacing}em`,
        textAutospace: 'no-autospace',
        wordBreak: 'normal',
        overflowWrap: 'anywhere',
      }}
    />
  );
}
