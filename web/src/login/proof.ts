// The proof that the first step of a password reset hands to the second.

export interface Proof {
  mobile: string;
  /** Sets a new password within ten minutes. */
  key: string;
}
