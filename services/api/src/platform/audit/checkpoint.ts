/** The hash before the first seal. */
export const GENESIS = '0'.repeat(64);

/** A position in the chain of seals, recorded outside the database. */
export interface Checkpoint {
  readonly seq: number;
  readonly seal: string;
}
