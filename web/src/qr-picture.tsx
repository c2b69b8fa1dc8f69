// A QR code, dark on white in both themes because scanners require it.
import { useMemo } from 'react';
import { Button } from 'ui/button.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { encode } from 'uqr';

/** Returns one path for all dark modules, with a subpath for each horizontal run. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) =>
      row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runLength(row, x)}v1H${x}z` : '')).join(''),
    )
    .join('');
}

const runLength = (row: readonly boolean[], from: number): number => {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
};

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 2 }), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#16122a" d={drawModules(data)} />
    </svg>
  );
}

interface QrPictureProps {
  text: string | null;
  label: string;
  waitLabel: string;
  /** Present if the code could not be loaded. */
  retry?: { label: string; run: () => void } | undefined;
}

/** Reserves the same space while the code is loading. */
export function QrPicture({ text, label, waitLabel, retry }: QrPictureProps) {
  return (
    <div className="grid size-[12.5rem] place-items-center overflow-hidden rounded-2xl border border-line bg-white p-1.5">
      {text ? (
        <QrCode text={text} label={label} />
      ) : retry ? (
        <Button size="sm" onClick={retry.run}>
          {retry.label}
        </Button>
      ) : (
        <span className="text-[#565170]">
          <Spinner label={waitLabel} className="size-7" />
        </span>
      )}
    </div>
  );
}
