// UTF-8 with nothing but the language: `encodeURIComponent` writes each byte as an escape, `unescape` makes each of them
// one character, and the other way round.

/** How many bytes become characters in one call; more would be too many arguments. */
const SLICE_BYTES = 8192;

/** Returns the UTF-8 bytes of a text; what is half a character becomes U+FFFD. */
export function bytesOf(text: string): Uint8Array {
  const characters = unescape(encodeURIComponent(text.toWellFormed()));
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** Returns the text that these bytes are, one piece after the other. Throws URIError when they are not UTF-8. */
export function textOf(pieces: readonly Uint8Array[]): string {
  let characters = '';
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += SLICE_BYTES)
      characters += String.fromCharCode(...piece.subarray(from, from + SLICE_BYTES));
  return decodeURIComponent(escape(characters));
}
