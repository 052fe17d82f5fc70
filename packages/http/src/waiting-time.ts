/** Returns a waiting time in words: under 90 s in seconds, else in minutes, each begun one counted whole. */
export function waitingTime(seconds: number): string {
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  const whole = Math.ceil(seconds);
  return whole === 1 ? '1 second' : `${whole} seconds`;
}
