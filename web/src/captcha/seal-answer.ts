// Seals an answer as AJ-Captcha does: AES-ECB-PKCS7 with the challenge's key, in base64. The browser's own cryptography is
// missing on plain http and knows no ECB.
import { ecb } from '@noble/ciphers/aes.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function seal(text: string, secretKey: string): string {
  // Whoever sends no key gets the answer as it is.
  if (!secretKey) return text;
  return btoa(String.fromCharCode(...ecb(bytesOf(secretKey)).encrypt(bytesOf(text))));
}

/** The `pointJson` of a check. */
export const sealAnswer = (answer: object, secretKey: string): string => seal(JSON.stringify(answer), secretKey);

/** What a solved captcha is worth: `captchaVerification` of the call it stands before. */
export const sealVerification = (token: string, answer: object, secretKey: string): string =>
  seal(`${token}---${JSON.stringify(answer)}`, secretKey);
