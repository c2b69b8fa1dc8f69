// The proof passed from the first step of a password reset to the second.

export interface Proof {
  mobile: string;
  /** Permits setting a new password within ten minutes. */
  key: string;
}
