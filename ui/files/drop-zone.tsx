// A drop zone for files, which can also open the file pickers.
import { type ReactNode, useRef } from 'react';
import { joinClasses } from '../classes.ts';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Receives functions that open the pickers, and whether files are being dragged over the zone. */
  children: (zone: {
    pickFiles: () => void;
    pickFolder: () => void;
    isOver: boolean;
    draggedTypes: readonly string[];
  }) => ReactNode;
  /** The input's accept attribute. */
  accept?: string;
  isMultiple?: boolean;
  label: string;
  /** Accepts files dropped anywhere on the page. */
  takesWholePage?: boolean;
  className?: string;
}

// React supports this attribute, but its types do not include it.
const folderOnly = { webkitdirectory: '' };

export function DropZone({
  onFiles,
  children,
  accept,
  isMultiple = true,
  label,
  takesWholePage = false,
  className,
}: DropZoneProps) {
  const zoneRef = useRef<HTMLElement>(null);
  const filesRef = useRef<HTMLInputElement>(null);
  const folderRef = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(takesWholePage ? null : zoneRef, onFiles);

  function give(input: HTMLInputElement) {
    const files = [...(input.files ?? [])];
    // Cleared so that picking the same file again fires a change event.
    input.value = '';
    if (files.length > 0) onFiles(files);
  }

  return (
    <section
      ref={zoneRef}
      aria-label={label}
      className={joinClasses(
        'rounded-[1.75rem] border-2 border-dashed transition duration-200 ease-calm',
        drop.isOver ? 'border-accent bg-accent-soft' : 'border-accent/35 bg-paper',
        className,
      )}
    >
      <input
        ref={filesRef}
        type="file"
        hidden
        multiple={isMultiple}
        accept={accept}
        onChange={event => give(event.target)}
      />
      <input ref={folderRef} type="file" hidden multiple {...folderOnly} onChange={event => give(event.target)} />
      {children({
        pickFiles: () => filesRef.current?.click(),
        pickFolder: () => folderRef.current?.click(),
        isOver: drop.isOver,
        draggedTypes: drop.draggedTypes,
      })}
    </section>
  );
}
