// Encrypts an answer like AJ-Captcha: AES-ECB-PKCS7 with the challenge's key, in base64. The browser's own cryptography is unavailable on plain http
// and does not support ECB.
import { ecb } from '@noble/ciphers/aes.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function seal(text: string, secretKey: string): string {
  // Without a key the answer stays unencrypted.
  if (!secretKey) return text;
  return btoa(String.fromCharCode(...ecb(bytesOf(secretKey)).encrypt(bytesOf(text))));
}

/** Returns the `pointJson` of a check. */
export const sealAnswer = (answer: object, secretKey: string): string => seal(JSON.stringify(answer), secretKey);

/** Returns the proof of a solved captcha: the `captchaVerification` of the call that requires it. */
export const sealVerification = (token: string, answer: object, secretKey: string): string =>
  seal(`${token}---${JSON.stringify(answer)}`, secretKey);
