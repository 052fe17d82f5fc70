import type { FoundRecord } from '@cytocomm/contract';
import type { QueryFilter } from 'mongoose';
import type { Principal } from '../http/access.ts';
import { literal } from './search-keys.ts';

/** Finds records of one kind that a person may see, at most as many as an answer holds of a kind. */
export type Finder = (reader: Principal, words: string) => Promise<readonly FoundRecord[]>;

/** A shorter word is found where a word starts. */
const WHOLE = 3;

/**
 * Returns the conditions that the words of a search make, one each: a field holds it. What a person typed stands in the
 * expressions as literals only, which mean the same to every database.
 */
export function holdsWords<Row>(search: string, ...fields: readonly (keyof Row & string)[]): QueryFilter<Row>[] {
  const words = new Set(search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean));
  return [...words].map((word) => {
    const $regex = [...word].length >= WHOLE ? literal(word) : `(?:^|[ .,_@+\\-])${literal(word)}`;
    return { $or: fields.map((field): QueryFilter<Row> => ({ [field]: { $regex, $options: 'i' } })) };
  });
}
