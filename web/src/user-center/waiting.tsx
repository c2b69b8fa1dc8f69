// A placeholder for data from the server, with a retry button if loading fails.
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { centerWords } from './center-words.ts';

export function Waiting({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  const words = useWords(centerWords);
  if (!hasFailed) {
    return (
      <div className="grid place-items-center py-14 text-soft">
        <Spinner label={words.loading} className="size-7" />
      </div>
    );
  }
  return (
    <Callout
      tone="bad"
      title={words.loadFailed}
      actions={
        <Button size="sm" variant="secondary" onClick={onAgain}>
          {words.again}
        </Button>
      }
    />
  );
}
