/**
 * Returns what a link to the contact page hands over, so that its form knows why somebody came; nothing when there is
 * no subject.
 */
export function subjectState(subject: string | undefined): { readonly subject: string } | undefined {
  return subject === undefined ? undefined : { subject };
}

/** Returns the subject that a link has handed over; empty when there is none. */
export function subjectOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'subject' in state && typeof state.subject === 'string'
    ? state.subject
    : '';
}
