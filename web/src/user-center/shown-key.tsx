// Shows a new API key, the only time it can be seen.
import { Button } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { keyWords } from './key-words.ts';

export function ShownKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = useWords(keyWords);
  return (
    <Dialog
      isOpen
      title={words.shownTitle}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <>
          <CopyButton readText={() => secret} words={words} />
          <Button size="sm" variant="secondary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <p className="text-soft">{words.shownText}</p>
      <TextField
        label={words.yourKey}
        value={secret}
        onChange={() => undefined}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={event => event.target.select()}
        className="font-mono"
      />
    </Dialog>
  );
}
