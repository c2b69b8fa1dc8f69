// A small table of names and values, such as a summary of the next run.
interface FactRowsProps {
  label: string;
  rows: readonly (readonly [name: string, value: string])[];
  /** Shown instead of the values. The rows keep their height, so that nothing below moves when the values arrive. */
  waiting?: string | undefined;
}

export function FactRows({ label, rows, waiting }: FactRowsProps) {
  return (
    <div className="grid rounded-2xl bg-sunken p-4 text-[0.8125rem] *:[grid-area:1/1]">
      <dl
        aria-label={label}
        data-plan={waiting === undefined ? '' : undefined}
        className={`grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 ${waiting === undefined ? '' : 'invisible'}`}
      >
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="text-end font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {waiting !== undefined && <p className="self-center text-soft">{waiting}</p>}
    </div>
  );
}
