// Plans and their prices, and a dialog for editing one. A plan can be withdrawn from sale but not deleted.
import { getSheet, type SheetPlan } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { useAnswer } from './operator.ts';
import { readAmount, writeAmount } from './read-amount.ts';
import { type Draft, RowDialog, type RowField } from './row-dialog.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const blank: SheetPlan = {
  kind: 'member',
  currency: 'CNY',
  name: { zh: '', en: '' },
  days: 0,
  months: 1,
  isForever: false,
  uses: 0,
  coins: 0,
  amount: 100,
  originalAmount: 100,
  isRecommended: false,
  position: 10,
  isOnSale: true,
};

const counts = ['days', 'months', 'uses', 'coins', 'position'] as const;
const switches = ['isForever', 'isRecommended', 'isOnSale'] as const;

const toDraft = (plan: SheetPlan): Draft => ({
  kind: plan.kind,
  currency: plan.currency,
  zh: plan.name.zh,
  en: plan.name.en,
  amount: writeAmount(plan.amount),
  originalAmount: writeAmount(plan.originalAmount),
  ...Object.fromEntries(counts.map(name => [name, String(plan[name])])),
  ...Object.fromEntries(switches.map(name => [name, plan[name] ? 'yes' : ''])),
});

/** Invalid text becomes NaN, which the server rejects with an error at that field. */
const toPlan = (draft: Draft, id: string | undefined): SheetPlan => ({
  ...(id && { id }),
  kind: draft.kind as SheetPlan['kind'],
  currency: draft.currency as SheetPlan['currency'],
  name: { zh: draft.zh ?? '', en: draft.en ?? '' },
  amount: readAmount(draft.amount ?? '') ?? Number.NaN,
  originalAmount: readAmount(draft.originalAmount ?? '') ?? Number.NaN,
  ...(Object.fromEntries(counts.map(name => [name, Number(draft[name] || '0')])) as Pick<
    SheetPlan,
    (typeof counts)[number]
  >),
  ...(Object.fromEntries(switches.map(name => [name, draft[name] === 'yes'])) as Pick<
    SheetPlan,
    (typeof switches)[number]
  >),
});

export function Plans() {
  const words = useWords(adminWords);
  const language = useLanguage();
  const format = useFormat();
  const { answer, failure, again } = useAnswer(getSheet);
  const [edited, setEdited] = useState<SheetPlan>();
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const lengthOf = (plan: SheetPlan) =>
    plan.isForever
      ? words.forever
      : [plan.months > 0 && `${words.months} ${plan.months}`, plan.days > 0 && `${words.days} ${plan.days}`]
          .filter(Boolean)
          .join(', ') || '–';
  const kinds = [
    { value: 'member', label: words.kindMember },
    { value: 'coins', label: words.kindCoins },
  ];
  const currencies = [
    { value: 'CNY', label: words.cny },
    { value: 'USD', label: words.usd },
  ];
  const fields: RowField[] = [
    { name: 'zh', label: words.nameZh, kind: 'text' },
    { name: 'en', label: words.nameEn, kind: 'text' },
    { name: 'kind', label: words.kind, kind: kinds },
    { name: 'currency', label: words.currency, kind: currencies },
    { name: 'amount', label: words.price, kind: 'amount' },
    { name: 'originalAmount', label: words.originalPrice, kind: 'amount' },
    { name: 'months', label: words.months, kind: 'count' },
    { name: 'days', label: words.days, kind: 'count' },
    { name: 'uses', label: words.giftUses, kind: 'count' },
    { name: 'coins', label: words.giftCoins, kind: 'count' },
    { name: 'position', label: words.position, kind: 'count' },
    { name: 'isForever', label: words.isForever, kind: 'switch' },
    { name: 'isRecommended', label: words.isRecommended, kind: 'switch' },
    { name: 'isOnSale', label: words.isOnSale, kind: 'switch' },
  ];
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Button className="justify-self-start" onClick={() => setEdited(blank)}>
        {words.addPlan}
      </Button>
      <Table
        title={words.plans}
        isTitleHidden
        rows={answer.sheet.plans ?? []}
        keyOf={plan => plan.id ?? ''}
        columns={[
          { name: words.plan, cell: plan => plan.name[language] },
          {
            name: words.price,
            isNumber: true,
            cell: plan => (
              <>
                {format.money(plan.amount, plan.currency)}{' '}
                {plan.originalAmount > plan.amount && (
                  <s className="text-soft">{format.money(plan.originalAmount, plan.currency)}</s>
                )}
              </>
            ),
          },
          { name: words.membership, cell: lengthOf },
          { name: words.uses, isNumber: true, cell: plan => format.number(plan.uses) },
          { name: words.coins, isNumber: true, cell: plan => format.number(plan.coins) },
          { name: words.isRecommended, cell: plan => (plan.isRecommended ? words.yes : '–') },
          { name: words.isOnSale, cell: plan => (plan.isOnSale ? words.yes : words.no) },
          {
            name: words.act,
            cell: plan => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={fill(words.editOf, { name: plan.name[language] })}
                onClick={() => setEdited(plan)}
              >
                {words.edit}
              </Button>
            ),
          },
        ]}
      />
      {edited && (
        <RowDialog
          title={edited.id ? fill(words.editOf, { name: edited.name[language] }) : words.addPlan}
          fields={fields}
          initial={toDraft(edited)}
          toSheet={draft => ({ plans: [toPlan(draft, edited.id)] })}
          seen={answer.seen}
          onClose={() => setEdited(undefined)}
          onStale={again}
        />
      )}
    </>
  );
}
