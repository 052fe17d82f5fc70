import { searchFieldsOf } from '../../../platform/lists/search-keys.ts';

/** Returns what an acknowledgement says of whoever signed it, and by what lists find it. */
export function signerFields({ email, name }: { readonly email: string; readonly name: string }) {
  return { email, name, ...searchFieldsOf(email, name) };
}
