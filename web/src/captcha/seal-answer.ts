// Seals an answer as AJ-Captcha does: AES-ECB-PKCS7 with the challenge's key, in base64. The browser's own cryptography is
// missing on plain http and knows no ECB.
import { ecb } from '@noble/ciphers/aes.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function seal(text: string, secretKey: string): string {
  // Without a key the answer stays unencrypted.
  if (!secretKey) return text;
  return btoa(String.fromCharCode(...ecb(bytesOf(secretKey)).encrypt(bytesOf(text))));
}

/** The `pointJson` of a check. */
export const sealAnswer = (answer: object, secretKey: string): string => seal(JSON.stringify(answer), secretKey);

/** The proof of a solved captcha: `captchaVerification` of the call that needs it. */
export const sealVerification = (token: string, answer: object, secretKey: string): string =>
  seal(`${token}---${JSON.stringify(answer)}`, secretKey);
