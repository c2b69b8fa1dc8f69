// A small table of names and values, such as what a run is going to do.
interface FactRowsProps {
  label: string;
  rows: readonly (readonly [name: string, value: string])[];
}

export function FactRows({ label, rows }: FactRowsProps) {
  return (
    <dl
      aria-label={label}
      data-plan
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-2xl bg-sunken p-4 text-[0.8125rem]"
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="text-end font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
