/** Returns a waiting time in words: up to 90 s in seconds, else in minutes. */
export function waitingTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
