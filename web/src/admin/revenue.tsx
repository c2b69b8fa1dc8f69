// Daily revenue: bars above the axis for payments and below it for refunds, and the same figures as a table.
import { getRevenue, type RevenueDay } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { useAnswer, useOperator } from './operator.ts';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

type Currency = 'CNY' | 'USD';

export function Revenue() {
  const words = useWords(adminWords);
  const language = useLanguage();
  const [days, setDays] = useState<'7' | '30' | '90'>('30');
  const [currency, setCurrency] = useState<Currency>(language === 'zh' ? 'CNY' : 'USD');
  const { answer, failure, again } = useAnswer(getRevenue, { days, currency });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Segmented
          label={words.span}
          value={days}
          segments={(['7', '30', '90'] as const).map(value => ({
            value,
            label: fill(words.lastDays, { count: value }),
          }))}
          onChange={setDays}
        />
        <Segmented
          label={words.currency}
          value={currency}
          segments={[
            { value: 'CNY', label: words.cny },
            { value: 'USD', label: words.usd },
          ]}
          onChange={setCurrency}
        />
      </div>
      {(!answer || failure !== undefined) && <Awaited failure={failure} onAgain={again} />}
      {answer && <Figures list={answer.list} currency={currency} />}
    </>
  );
}

function Figures({ list, currency }: { list: readonly RevenueDay[]; currency: Currency }) {
  const words = useWords(adminWords);
  const format = useFormat();
  const timeZone = useOperator(state => state.timeZone);
  const sum = (name: 'paid' | 'refunded' | 'orders') => list.reduce((total, day) => total + day[name], 0);
  const [paid, refunded] = [format.money(sum('paid'), currency), format.money(sum('refunded'), currency)];
  const label = fill(words.chart, { from: list[0]?.day, to: list.at(-1)?.day, paid, refunded });
  return (
    <>
      <p className="text-lg font-bold tabular-nums">
        {fill(words.total, { paid, refunded, orders: format.number(sum('orders')) })}
      </p>
      <Chart list={list} label={label} write={amount => format.money(amount, currency)} />
      <p className="text-sm text-soft">{fill(words.zone, { zone: timeZone })}</p>
      <Table
        title={words.revenue}
        isTitleHidden
        rows={[...list].reverse().filter(day => day.orders > 0 || day.refunded > 0)}
        keyOf={day => day.day}
        columns={[
          { name: words.day, cell: day => day.day },
          { name: words.received, isNumber: true, cell: day => format.money(day.paid, currency) },
          { name: words.refunded, isNumber: true, cell: day => format.money(day.refunded, currency) },
          { name: words.ordersPaid, isNumber: true, cell: day => format.number(day.orders) },
        ]}
      />
    </>
  );
}

const [height, top, bottom, left] = [240, 12, 24, 64];

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(amount, 100)));
  return power * ([1, 2, 5, 10].find(step => step * power >= amount) ?? 10);
}

function Chart({
  list,
  label,
  write,
}: {
  list: readonly RevenueDay[];
  label: string;
  write: (amount: number) => string;
}) {
  const max = roundUp(Math.max(...list.map(day => day.paid)));
  const maxRefunded = Math.max(...list.map(day => day.refunded));
  const min = maxRefunded === 0 ? 0 : roundUp(maxRefunded);
  // The chart is drawn at its displayed width, so that its figures are legible on a phone.
  const width = matchMedia('(max-width: 40rem)').matches ? 330 : 720;
  const unit = (height - top - bottom) / (max + min);
  const zero = top + max * unit;
  const step = (width - left) / list.length;
  const bar = Math.max(2, step * 0.7);
  const marked = new Set(width < 400 ? [0, list.length - 1] : [0, Math.floor((list.length - 1) / 2), list.length - 1]);
  const lines = [max, max / 2, 0, ...(min > 0 ? [-min] : [])];
  return (
    <figure className="card overflow-x-auto p-4">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full text-soft">
        {lines.map(amount => (
          <g key={amount}>
            <path
              d={`M${left} ${zero - amount * unit}H${width}`}
              stroke="currentColor"
              strokeOpacity={amount === 0 ? 0.7 : 0.2}
            />
            <text x={left - 8} y={zero - amount * unit + 4} textAnchor="end" fontSize="12" fill="currentColor">
              {write(amount)}
            </text>
          </g>
        ))}
        {list.map((day, at) => {
          const x = left + at * step + (step - bar) / 2;
          return (
            <g key={day.day}>
              <title>{`${day.day}: ${write(day.paid)}, −${write(day.refunded)}`}</title>
              <rect x={left + at * step} y={top} width={step} height={height - top - bottom} fill="transparent" />
              <rect
                x={x}
                y={zero - day.paid * unit}
                width={bar}
                height={day.paid * unit}
                rx="2"
                fill="var(--color-accent)"
              />
              <rect x={x} y={zero} width={bar} height={day.refunded * unit} rx="2" fill="var(--color-bad)" />
              {marked.has(at) && (
                <text
                  x={at === list.length - 1 ? width : left + at * step}
                  y={height - 6}
                  textAnchor={at === list.length - 1 ? 'end' : 'start'}
                  fontSize="12"
                  fill="currentColor"
                >
                  {day.day}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
