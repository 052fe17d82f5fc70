import { MAX_SEARCH_WORDS } from '@cytocomm/contract';
import { TextField, type TextFieldProps } from '@cytocomm/kit';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import classes from './lists.module.css';

/** The search field and the filters above a list: in a row, on a phone two per line. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

/** Returns the debounced value, so that typing does not query the server at every key. */
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
  /** The search in the address. */
  readonly value: string;
  /** Called with the debounced text. */
  readonly onSearch: (text: string) => void;
  /** Shows a note above the maximum number of words. */
  readonly byWords?: boolean;
}

/** The address may hold the text in lower case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A field that searches a list while typing. It follows the text in the address. */
export function SearchField({
  value,
  onSearch,
  byWords = false,
  className = classes.search,
  ...field
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [searched, setSearched] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The echo of the field's own search is older than its text.
    if (!isSame(value, searched)) {
      setTyped(value);
      setSearched(value);
    }
  }
  const search = useEffectEvent((text: string) => {
    if (isSame(text, value)) return;
    setSearched(text);
    onSearch(text);
  });
  const text = useSettled(typed.trim());
  useEffect(() => search(text), [text]);
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
