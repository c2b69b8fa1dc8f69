// Opens the browser's file picker from any button.
import { type ReactNode, useRef } from 'react';

interface PickFiles {
  /** Must be rendered somewhere on the page. */
  input: ReactNode;
  pick: () => void;
}

export function usePickFiles(onFiles: (files: File[]) => void, accept?: string): PickFiles {
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    pick: () => inputRef.current?.click(),
    input: (
      <input
        ref={inputRef}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          // Cleared so that picking the same file again fires a change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
