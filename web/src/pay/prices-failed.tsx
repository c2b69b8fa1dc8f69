// Says in a dialog that the prices did not load, and loads them again.
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { payWords } from './words.ts';

export function PricesFailed({ onAgain }: { onAgain: () => void }) {
  const t = useWords(payWords);
  return (
    <Callout
      tone="bad"
      title={t.pricesFailed}
      actions={
        <Button size="sm" variant="secondary" onClick={onAgain}>
          {t.tryAgain}
        </Button>
      }
    />
  );
}
