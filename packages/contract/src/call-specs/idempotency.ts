/** The header of calls that make a record. */
export const KEY_HEADER = {
  'Idempotency-Key': 'the same key makes the same record once, however often the call is sent, within a week',
} as const;

/** How a call with this header may be refused. */
export const KEY_PROBLEMS = { 'idempotency-mismatch': 422, conflict: 409 } as const;
