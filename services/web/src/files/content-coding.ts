/** A content coding. */
export type Coding = 'identity' | 'br' | 'gzip';

/** The weight of codings that the client does not name: below all named ones. */
const UNNAMED_WEIGHT = 0.0001;

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice('q='.length));
    // An invalid weight counts as a refusal: all clients read plain bytes.
    weights.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return weights;
}

/**
 * Returns the coding that an `Accept-Encoding` header prefers; among equals the first of `offered`, so the smallest goes
 * first. `identity` when the header is missing or accepts none.
 */
export function chooseCoding(header: string | undefined, offered: readonly Coding[]): Coding {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const others = weights.get('*');
  const weightOf = (coding: Coding) => weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED_WEIGHT : 0);
  let chosen: Coding = 'identity';
  let most = 0;
  for (const coding of offered) {
    const weight = weightOf(coding);
    if (weight > most) {
      most = weight;
      chosen = coding;
    }
  }
  return chosen;
}
