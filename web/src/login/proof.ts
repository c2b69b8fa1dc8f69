// What the first step of a new password hands to the second.

export interface Proof {
  mobile: string;
  /** Sets a new password within ten minutes. */
  key: string;
}
