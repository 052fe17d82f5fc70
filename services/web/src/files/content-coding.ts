/** How the bytes of an answer are packed. */
export type Coding = 'identity' | 'br' | 'gzip';

/** What weighs less than anything that a client names: taken only when nothing that it names is there. */
const UNNAMED_WEIGHT = 0.0001;

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice('q='.length));
    // A weight that is none is taken for a refusal: the plain bytes can be read by everybody.
    weights.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return weights;
}

/**
 * The coding that a client with this `Accept-Encoding` header likes best; among equals the first that is offered, so
 * offer the smallest first. `identity` when the header is missing or accepts nothing that is offered.
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
