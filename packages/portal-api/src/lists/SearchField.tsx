import { MAX_SEARCH_WORDS } from '@cytocomm/contract';
import { TextField, type TextFieldProps } from '@cytocomm/kit';
import { useEffect, useEffectEvent, useState } from 'react';
import classes from './lists.module.css';

/** The value once it has rested for a moment, so that typing does not ask the server at every key. */
function useSettled<Value>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Properties of {@link SearchField}. */
export interface SearchFieldProps
  extends Pick<TextFieldProps, 'label' | 'hideLabel' | 'placeholder' | 'maxLength' | 'className'> {
  /** What the list is searched for, as the address holds it. */
  readonly value: string;
  /** Called with what was typed, once it has rested. */
  readonly onSearch: (text: string) => void;
  /** Shows a note where the field has more words than a search looks for. */
  readonly byWords?: boolean;
}

/** An address may hold a text in lower case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A field that searches a list while somebody types. When the address comes to hold another text, it shows that. */
export function SearchField({
  value,
  onSearch,
  byWords = false,
  className = classes.search,
  ...field
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What comes back of the own search is older than what was typed meanwhile.
    if (!isSame(value, told)) {
      setTyped(value);
      setTold(value);
    }
  }
  const tell = useEffectEvent((text: string) => {
    if (isSame(text, value)) return;
    setTold(text);
    onSearch(text);
  });
  const settled = useSettled(typed.trim());
  useEffect(() => tell(settled), [settled]);
  const isCut = byWords && typed.trim().split(/\s+/).length > MAX_SEARCH_WORDS;
  return (
    <TextField
      {...field}
      {...(isCut && { hint: `The first ${MAX_SEARCH_WORDS} words are looked for.` })}
      {...(className !== undefined && { className })}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
