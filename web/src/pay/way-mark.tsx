// A small icon for each payment method, in its familiar colour. The providers' own logos are trademarks and are not used.
import type { PayType } from 'contract/routes/orders.ts';

const looks: Record<PayType, { color: string; letter: string }> = {
  wechat: { color: 'bg-[#067a3a]', letter: '微' },
  alipay: { color: 'bg-[#1463d8]', letter: '支' },
  paypal: { color: 'bg-[#123f8f]', letter: 'P' },
};

export function WayMark({ way }: { way: PayType }) {
  const { color, letter } = looks[way];
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center rounded-lg text-sm font-bold text-white ${color}`}
    >
      {letter}
    </span>
  );
}
