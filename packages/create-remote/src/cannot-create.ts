/** A remote cannot be made. The message is a sentence for the person at the terminal. */
export class CannotCreate extends Error {
  override readonly name = 'CannotCreate';
}
