// Masks a phone number: enough to recognise it, too little to call it.

export const maskPhone = (mobile: string): string => mobile.replace(/^(.{3}).+(.{4})$/, '$1****$2');
