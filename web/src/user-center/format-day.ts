// Formats a date as yyyy-MM-dd in the user's time zone.

const twoDigits = (count: number) => String(count).padStart(2, '0');

export function formatDay(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}
