// The top bar of the editor: leave, undo and redo, files, export.
import {
  ArrowLeft,
  Download,
  FilePlus2,
  FolderOpen,
  Keyboard,
  Menu as MenuIcon,
  Redo2,
  Save,
  Scaling,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { discardWork } from './draft.ts';
import { openFiles } from './open-files-soon.ts';
import { type EditorDialog, stepBack, useEditor } from './state.ts';
import { editorWords } from './words.ts';

interface TopBarProps {
  onDialog: (dialog: EditorDialog) => void;
  onSaveProject: () => void;
}

function Choice({
  icon,
  label,
  keys,
  onChoose,
}: {
  icon: ReactNode;
  label: string;
  keys?: string;
  onChoose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-xl px-3 text-start text-[0.9375rem] hover:bg-sunken [&>svg]:size-4.5 [&>svg]:text-soft"
      >
        {icon}
        <span className="flex-1">{label}</span>
        {keys && <kbd className="text-xs text-soft">{keys}</kbd>}
      </button>
    </li>
  );
}

export function TopBar({ onDialog, onSaveProject }: TopBarProps) {
  const t = useWords(editorWords);
  const { history, fileName, work } = useEditor();
  const isDesign = work !== 'editor';
  const navigate = useNavigate();
  const filesRef = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { past = [], future = [] } = history ?? {};

  function beginAnew() {
    setIsAsking(false);
    void discardWork(work);
  }

  return (
    <header className="relative z-20 flex h-14 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 sm:px-3">
      <IconButton
        label={isDesign ? t.leaveDesign : t.leave}
        icon={<ArrowLeft className="size-5" />}
        onClick={() => navigate(isDesign ? '/editor/design' : '/')}
      />
      <Menu
        label={t.file}
        button={wiring => (
          <button
            type="button"
            {...wiring}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-[0.9375rem] font-semibold hover:bg-sunken"
          >
            <MenuIcon aria-hidden className="size-4.5" />
            <span className="max-sm:sr-only">{t.file}</span>
          </button>
        )}
      >
        {close => {
          const then = (deed: () => void) => () => {
            close();
            deed();
          };
          return (
            <ul className="grid gap-0.5">
              <Choice icon={<FolderOpen />} label={t.openFile} onChoose={then(() => filesRef.current?.click())} />
              <Choice
                icon={<FilePlus2 />}
                label={isDesign ? t.beginDesignAnew : t.beginAnew}
                onChoose={then(() => setIsAsking(true))}
              />
              <Choice icon={<Save />} label={t.saveProject} keys="Ctrl+S" onChoose={then(onSaveProject)} />
              <Choice icon={<Scaling />} label={t.pageSize} onChoose={then(() => onDialog('pageSize'))} />
              <Choice icon={<Download />} label={t.export} keys="Ctrl+E" onChoose={then(() => onDialog('export'))} />
              <Choice icon={<Keyboard />} label={t.shortcuts} keys="?" onChoose={then(() => onDialog('shortcuts'))} />
            </ul>
          );
        }}
      </Menu>
      <input
        ref={filesRef}
        type="file"
        multiple
        hidden
        aria-label={t.openFile}
        accept="image/jpeg,image/png,image/webp,image/gif,image/bmp,image/avif,image/svg+xml,.pwx"
        onChange={event => {
          void openFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p className="min-w-0 flex-1 truncate px-2 text-sm text-soft max-sm:hidden">
        {fileName || t.untitled}
        <span className="max-lg:hidden"> · {t.kept}</span>
      </p>
      <span className="flex-1 sm:hidden" />
      <IconButton
        label={t.undo}
        disabled={past.length === 0}
        icon={<Undo2 className="size-5" />}
        onClick={() => stepBack(1)}
      />
      <IconButton
        label={t.redo}
        disabled={future.length === 0}
        icon={<Redo2 className="size-5" />}
        onClick={() => stepBack(-1)}
      />
      <Button
        size="sm"
        className="ms-1"
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => onDialog('export')}
      >
        {t.export}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isDesign ? t.beginDesignTitle : t.beginAnewTitle}
        closeLabel={t.close}
        kind="alert"
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t.cancel}
            </Button>
            <Button variant="danger" onClick={beginAnew}>
              {isDesign ? t.beginDesignAnew : t.beginAnew}
            </Button>
          </>
        }
      >
        <p className="text-[0.9375rem] text-soft">{t.beginAnewText}</p>
      </Dialog>
    </header>
  );
}
