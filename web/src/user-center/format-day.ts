// Formats dates in the user's time zone. A date without a time means the whole day there.

const twoDigits = (count: number) => String(count).padStart(2, '0');
const clock = (moment: Date) => `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;

/** yyyy-MM-dd. */
export function formatDay(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

/** The day on which something starts, with the time if part of that day has to be waited for. */
export function formatStart(moment: Date): string {
  const isWhole = clock(moment) === '00:00' || moment.getTime() <= Date.now();
  return isWhole ? formatDay(moment) : `${formatDay(moment)} ${clock(moment)}`;
}

/** The last day of something, with the time if it ends before that day does. */
export function formatEnd(moment: Date): string {
  const last = new Date(moment.getTime() - 1);
  return clock(last) === '23:59' ? formatDay(last) : `${formatDay(moment)} ${clock(moment)}`;
}
