// A progress bar.
import { joinClasses } from './classes.ts';

interface ProgressProps {
  /** 0..100, or null if unknown. */
  percent: number | null;
  label: string;
  tone?: 'accent' | 'good' | 'bad';
  className?: string;
}

const fills = { accent: 'bg-accent', good: 'bg-good', bad: 'bg-bad' };

export function ProgressBar({ percent, label, tone = 'accent', className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      className={joinClasses('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={joinClasses(
          'h-full rounded-full transition-[width] duration-300 ease-calm',
          fills[tone],
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
