// A table on the operators' page. On a phone, each row becomes a card with the column names next to the values.
import type { ReactNode } from 'react';
import { useWords } from 'ui/language.tsx';
import { adminWords } from './words.ts';

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  /** Read aloud, and shown as a heading unless `isTitleHidden`. */
  title: string;
  isTitleHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Browsers drop the table semantics of rows laid out as cards, so each element declares its role. */
const as = (role: string) => ({ role });

export function Table<Row>({ title, isTitleHidden = false, columns, rows, keyOf }: TableProps<Row>) {
  const words = useWords(adminWords);
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className={isTitleHidden ? 'sr-only' : 'text-lg font-bold'}>{title}</h2>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{words.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
        <section aria-label={title} tabIndex={0} className="card overflow-x-auto">
          <table {...as('table')} aria-label={title} className="w-full text-sm max-sm:block">
            <thead {...as('rowgroup')} className="max-sm:sr-only">
              <tr {...as('row')}>
                {columns.map(column => (
                  <th
                    key={column.name}
                    {...as('columnheader')}
                    scope="col"
                    className={`p-3 font-medium whitespace-nowrap text-soft ${column.isNumber ? 'text-end' : 'text-start'}`}
                  >
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...as('rowgroup')} className="max-sm:block">
              {rows.map(row => (
                <tr
                  key={keyOf(row)}
                  {...as('row')}
                  className="border-t border-line max-sm:grid max-sm:gap-1 max-sm:p-3"
                >
                  {columns.map(column => (
                    <td
                      key={column.name}
                      {...as('cell')}
                      className={`max-sm:flex max-sm:justify-between max-sm:gap-4 sm:p-3 ${column.isNumber ? 'tabular-nums sm:text-end' : ''}`}
                    >
                      <span aria-hidden className="shrink-0 text-soft sm:hidden">
                        {column.name}
                      </span>
                      <span className="min-w-0 break-words max-sm:text-end">{column.cell(row)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
