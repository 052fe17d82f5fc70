/** Returns a short id that a person can read out and that stands in the browser's log beside the error. */
export function newIncidentId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), '');
}
