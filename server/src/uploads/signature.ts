// How long a signed link may be used to send a file or a part.
export const signatureMs = 15 * 60_000;
