/** Draws numbers from a seed; the same seed gives the same row on every machine. */
function drawFrom(seed: number): (count: number) => number {
  let state = seed * 2654435761;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/** The measures of a head that its parts are drawn to. */
export interface Head {
  readonly left: number;
  readonly right: number;
  readonly chin: number;
  readonly jaw: number;
}

/** The cuts of hair that can be drawn. */
const hairCuts = ['parted', 'swept', 'bob', 'long', 'bun', 'buzz', 'curls', 'round', 'fringe', 'receding'] as const;
/** What is worn. */
const garments = ['crew', 'shirt', 'jacket', 'coat', 'rollneck'] as const;

/** Everything that tells one portrait from another. */
export interface Features {
  readonly head: Head;
  readonly hair: (typeof hairCuts)[number];
  readonly hairTone: 'dark' | 'middle' | 'light';
  readonly garment: (typeof garments)[number];
  readonly glasses: 'none' | 'round' | 'square';
  readonly beard: 'none' | 'short' | 'full';
  readonly smile: number;
  readonly brow: number;
  readonly nose: number;
  readonly mirrored: boolean;
}

/** Returns the features that a seed stands for. */
export function featuresOf(seed: number): Features {
  const draw = drawFrom(seed);
  const half = 35 + draw(5);
  const hair = hairCuts[draw(hairCuts.length)] ?? 'parted';
  const bearded = ['parted', 'swept', 'buzz', 'curls', 'receding'].includes(hair) ? draw(5) : 0;
  return {
    head: { left: 100 - half, right: 100 + half, chin: 150 + draw(7), jaw: 15 + draw(11) },
    hair,
    hairTone: (['dark', 'middle', 'light'] as const)[draw(3)] ?? 'dark',
    garment: garments[draw(garments.length)] ?? 'crew',
    glasses: (['none', 'none', 'round', 'square'] as const)[draw(4)] ?? 'none',
    beard: bearded === 3 ? 'short' : bearded === 4 ? 'full' : 'none',
    smile: 2 + draw(5),
    brow: draw(3),
    nose: draw(3),
    mirrored: draw(2) === 1,
  };
}
