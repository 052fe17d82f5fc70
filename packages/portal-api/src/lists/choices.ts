/** One value of a filter, with the words for people. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Returns the choices of these words, in the order of the words. */
export function choicesIn<Value extends string>(words: Readonly<Record<Value, string>>): readonly Choice<Value>[] {
  const isValue = (key: string): key is Value => key in words;
  return Object.keys(words)
    .filter(isValue)
    .map((value) => ({ value, label: words[value] }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Returns the value of this name; undefined for any other text. */
export function choiceNamed<Value extends string>(
  choices: readonly Choice<Value>[],
  name: string | null,
): Value | undefined {
  return choices.find(({ value }) => value === name)?.value;
}
