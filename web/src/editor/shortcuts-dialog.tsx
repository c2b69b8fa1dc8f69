// The list of the editor's keyboard shortcuts.

import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { editorWords } from './words.ts';

const groups = [
  {
    title: 'tools',
    rows: [
      ['select', 'V'],
      ['text', 'T'],
      ['shape', 'U'],
      ['sticker', 'S'],
      ['draw', 'B'],
      ['erase', 'E'],
      ['veil', 'M'],
      ['crop', 'C'],
      ['hand', 'H'],
      ['keyBrush', '[  ]'],
    ],
  },
  {
    title: 'edit',
    rows: [
      ['undo', 'Ctrl+Z'],
      ['redo', 'Ctrl+Shift+Z'],
      ['keyCopy', 'Ctrl+C / X / V'],
      ['duplicate', 'Ctrl+D'],
      ['keyAll', 'Ctrl+A'],
      ['remove', 'Delete'],
      ['keyNudge', '← ↑ → ↓'],
      ['keyNudgeFar', 'Shift+←'],
      ['group', 'Ctrl+G'],
      ['ungroup', 'Ctrl+Shift+G'],
      ['keyOrder', 'Ctrl+[  ]'],
      ['rename', 'F2'],
      ['keyOut', 'Esc'],
    ],
  },
  {
    title: 'keyView',
    rows: [
      ['keyPan', 'keySpace'],
      ['keyZoom', 'keyWheel'],
      ['zoomFit', 'Ctrl+0'],
      ['truePixels', 'Ctrl+1'],
      ['export', 'Ctrl+E'],
      ['saveProject', 'Ctrl+S'],
      ['shortcuts', '?'],
    ],
  },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(editorWords);
  const isMac = /mac/i.test(navigator.platform);
  const keysOf = (keys: string) => (isMac ? keys.replace('Ctrl+', '⌘').replace('Shift+', '⇧') : keys);
  return (
    <Dialog isOpen onClose={onClose} title={t.shortcuts} closeLabel={t.close} kind="sheet">
      <div className="grid gap-5">
        {groups.map(({ title, rows }) => (
          <section key={title} className="grid gap-1">
            <h3 className="font-bold">{t[title]}</h3>
            <dl>
              {rows.map(([name, keys]) => (
                <div
                  key={name}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-[0.9375rem]"
                >
                  <dt>{t[name]}</dt>
                  <dd>
                    <kbd className="rounded-lg bg-sunken px-2 py-1 text-sm">
                      {keysOf(keys in t ? t[keys as 'keySpace'] : keys)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
