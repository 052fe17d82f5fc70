/** Control characters that JSON does not escape, and those that reorder or break lines. */
const STEERING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Returns JSON with these characters escaped. */
export function escaped(json: string): string {
  return json.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
