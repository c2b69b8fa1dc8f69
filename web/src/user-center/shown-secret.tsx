// Shows a new key or secret, the only time it can be seen.
import { Button } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';

interface ShownSecretProps {
  readonly secret: string;
  readonly label: string;
  readonly words: Readonly<
    Record<'shownTitle' | 'shownText' | 'close' | 'done' | 'copy' | 'copied' | 'copyFailed', string>
  >;
  readonly onClose: () => void;
}

export function ShownSecret({ secret, label, words, onClose }: ShownSecretProps) {
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
        label={label}
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
