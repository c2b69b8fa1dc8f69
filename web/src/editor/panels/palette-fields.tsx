// The colours of a design: whole palettes to choose from, and the colour of each role.
import { type Palette, paletteRoles } from 'contract/artwork/artwork.ts';
import { paletteIds, palettes } from 'contract/artwork/palettes.ts';
import { applyPalette } from 'ui/artwork/recolour.ts';
import { joinClasses } from 'ui/classes.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { change } from '../state.ts';
import { editorWords } from '../words.ts';

const isSame = (one: Palette, other: Palette) => paletteRoles.every(role => one[role] === other[role]);

export function PaletteFields({ palette }: { palette: Palette }) {
  const t = useWords(editorWords);
  const language = useLanguage();
  const take = (next: Palette, mergeKey?: string) =>
    change('palette', artwork => applyPalette(artwork, next), mergeKey === undefined ? {} : { mergeKey });
  return (
    <div className="grid gap-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium">{t.palette}</legend>
        <div className="grid grid-cols-4 gap-2">
          {paletteIds.map(id => {
            const { name, colors } = palettes[id];
            const isChosen = isSame(colors, palette);
            return (
              <label
                key={id}
                title={name[language]}
                className={joinClasses(
                  'grid cursor-pointer gap-1 rounded-xl p-1 text-center has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
                  isChosen ? 'bg-accent-soft ring-2 ring-accent ring-inset' : 'hover:bg-sunken',
                )}
              >
                <input
                  type="radio"
                  name="editor-palette"
                  aria-label={name[language]}
                  checked={isChosen}
                  onChange={() => take(colors)}
                  className="sr-only"
                />
                <span aria-hidden className="flex h-8 overflow-hidden rounded-lg border border-line">
                  {(['ground', 'accent', 'second', 'ink'] as const).map(role => (
                    <span key={role} className="flex-1" style={{ backgroundColor: colors[role] }} />
                  ))}
                </span>
                <span aria-hidden className="truncate text-[0.6875rem] text-soft">
                  {name[language]}
                </span>
              </label>
            );
          })}
        </div>
        <p className="mt-2 text-[0.8125rem] text-soft">{t.paletteHint}</p>
      </fieldset>
      <div className="grid grid-cols-3 gap-2">
        {paletteRoles.map(role => (
          <label key={role} className="grid min-w-0 justify-items-center gap-1 text-xs text-soft">
            <input
              type="color"
              value={palette[role]}
              onChange={event => take({ ...palette, [role]: event.target.value.toLowerCase() }, role)}
              className="h-9 w-full min-w-0 cursor-pointer rounded-lg border border-line-strong/60 bg-transparent p-0.5"
            />
            {t[`role-${role}`]}
          </label>
        ))}
      </div>
    </div>
  );
}
