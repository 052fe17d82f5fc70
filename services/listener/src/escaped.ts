/** Control characters that JSON leaves as they are, and what makes a line read in another order or as two. */
const STEERING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The same JSON, in which no character steers the terminal that shows it. */
export function escaped(json: string): string {
  return json.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
