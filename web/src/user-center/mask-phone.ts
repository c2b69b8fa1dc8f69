// A phone number as it is shown: enough to be known again, not enough to be called.

export const maskPhone = (mobile: string): string => mobile.replace(/^(.{3}).+(.{4})$/, '$1****$2');
