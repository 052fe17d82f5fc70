import type { Features, Head } from './portrait-features.ts';

/** Returns the outline of the face. */
export function facePath({ left, right, chin, jaw }: Head): string {
  return `M${left} 94C${left} 40 ${right} 40 ${right} 94C${right} ${chin - 24} ${100 + jaw} ${chin} 100 ${chin}C${100 - jaw} ${chin} ${left} ${chin - 24} ${left} 94Z`;
}

/** One closed shape of hair, in front of the head or behind it. */
export interface HairShapes {
  readonly front: string;
  readonly back?: string;
  /** A few strands, drawn as lines. */
  readonly strands: string;
}

type HairCut = Features['hair'];

const cap = ({ left: l, right: r }: Head, top: number, line: string) =>
  `M${l - 4} 100C${l - 12} ${top} ${r + 12} ${top} ${r + 4} 100${line}Z`;

/** Returns a row of curls over the head, from one ear to the other. */
function curlsOver({ left, right }: Head): string {
  const count = 10;
  const spots = Array.from({ length: count + 1 }, (_, index) => {
    const angle = Math.PI * (1.06 - (1.12 * index) / count);
    return {
      x: Math.round(100 + Math.cos(angle) * ((right - left) / 2 + 7)),
      y: Math.round(92 - Math.sin(angle) * 50),
    };
  });
  const [first, ...rest] = spots;
  return `M${first?.x ?? left} ${first?.y ?? 104}${rest.map(({ x, y }) => `A11 11 0 0 1 ${x} ${y}`).join('')}`;
}

const cuts: Readonly<Record<HairCut, (head: Head) => HairShapes>> = {
  parted: (head) => ({
    front: cap(
      head,
      24,
      `C${head.right} 84 ${head.right - 4} 76 ${head.right - 9} 70C112 72 90 68 ${head.left + 20} 58C${head.left + 8} 70 ${head.left} 82 ${head.left - 4} 100`,
    ),
    strands: `M${head.left + 20} 58C88 48 120 48 ${head.right - 4} 66M${head.left + 22} 54C92 40 116 42 ${head.right - 8} 54`,
  }),
  swept: (head) => ({
    front: `M${head.left - 3} 98C${head.left - 10} 62 ${head.left + 4} 40 ${head.left + 18} 38C${head.left + 30} 18 ${head.right + 2} 22 ${head.right + 6} 48C${head.right + 8} 66 ${head.right + 6} 84 ${head.right + 3} 98C${head.right} 86 ${head.right - 3} 78 ${head.right - 7} 72C120 66 98 62 ${head.left + 14} 66C${head.left + 4} 76 ${head.left} 86 ${head.left - 3} 98Z`,
    strands: `M${head.left + 16} 62C${head.left + 26} 40 104 30 ${head.right} 40M${head.left + 28} 62C92 46 116 40 ${head.right + 2} 52`,
  }),
  bob: (head) => ({
    back: `M${head.left - 12} 150C${head.left - 22} 60 ${head.left + 4} 26 100 26S${head.right + 22} 60 ${head.right + 12} 150C${head.right + 2} 156 ${head.right - 8} 154 ${head.right - 12} 148L${head.left + 12} 148C${head.left + 8} 154 ${head.left - 2} 156 ${head.left - 12} 150Z`,
    front: `M100 44C78 44 ${head.left + 4} 58 ${head.left + 1} 108C${head.left - 10} 84 ${head.left - 6} 30 100 30S${head.right + 10} 84 ${head.right - 1} 108C${head.right - 4} 58 122 44 100 44Z`,
    strands: `M${head.left - 8} 138C${head.left - 14} 104 ${head.left - 6} 70 88 40M${head.right + 8} 138C${head.right + 14} 104 ${head.right + 6} 70 112 40`,
  }),
  long: (head) => ({
    back: `M${head.left - 14} 206C${head.left - 24} 168 ${head.left - 10} 140 ${head.left - 13} 100C${head.left - 16} 50 76 24 100 24S${head.right + 16} 50 ${head.right + 13} 100C${head.right + 10} 140 ${head.right + 24} 168 ${head.right + 14} 206Z`,
    front: `M${head.left + 22} 50C${head.left + 8} 62 ${head.left + 3} 82 ${head.left + 1} 118C${head.left - 14} 76 ${head.left - 2} 31 100 30S${head.right + 14} 76 ${head.right - 1} 118C${head.right - 2} 84 ${head.right - 10} 64 ${head.left + 22} 50Z`,
    strands: `M${head.left - 8} 192C${head.left - 14} 168 ${head.left - 2} 140 ${head.left - 5} 104M${head.right + 8} 192C${head.right + 14} 168 ${head.right + 2} 140 ${head.right + 5} 104M${head.left + 26} 46C92 36 116 42 ${head.right - 4} 60`,
  }),
  bun: (head) => ({
    back: 'M100 14a20 18 0 1 1 0 37 20 18 0 1 1 0-37Z',
    front: cap(
      head,
      26,
      `C${head.right + 1} 82 ${head.right - 6} 62 100 58C${head.left + 6} 62 ${head.left - 1} 82 ${head.left - 4} 100`,
    ),
    strands: `M${head.left + 4} 76C${head.left + 14} 56 84 44 96 38M${head.right - 4} 76C${head.right - 14} 56 116 44 104 38M89 25c7-6 17-5 21 3`,
  }),
  buzz: (head) => ({
    front: cap(
      head,
      32,
      `C${head.right + 1} 88 ${head.right - 2} 76 ${head.right - 8} 66C114 58 86 58 ${head.left + 8} 66C${head.left + 2} 76 ${head.left - 1} 88 ${head.left - 4} 100`,
    ),
    strands: '',
  }),
  curls: (head) => ({
    front: `${curlsOver(head)}C${head.right - 1} 86 ${head.right - 3} 78 ${head.right - 8} 74a9 9 0 0 1-15-4 10 10 0 0 1-17 1 10 10 0 0 1-18-1 9 9 0 0 1-15 5C${head.left + 1} 80 ${head.left} 88 ${head.left - 2} 104Z`,
    strands: 'M76 56a8 8 0 0 1 13-5M98 46a8 8 0 0 1 14 2M117 57a7 7 0 0 1 11 4M64 72a7 7 0 0 1 7-8',
  }),
  round: (head) => ({
    back: `M100 14C${head.left - 22} 12 ${head.left - 34} 72 ${head.left - 18} 108C${head.left - 10} 128 ${head.left} 132 ${head.left + 4} 130L${head.right - 4} 130C${head.right} 132 ${head.right + 10} 128 ${head.right + 18} 108C${head.right + 34} 72 ${head.right + 22} 12 100 14Z`,
    front: `M${head.left} 92C${head.left} 70 ${head.left + 10} 60 100 58S${head.right} 70 ${head.right} 92C${head.right + 4} 60 ${head.right - 14} 44 100 44S${head.left - 4} 60 ${head.left} 92Z`,
    strands: `M${head.left - 10} 70a9 9 0 0 1 10-10M${head.left + 6} 42a9 9 0 0 1 12-6M94 28a9 9 0 0 1 13 0M${head.right - 16} 36a9 9 0 0 1 12 8M${head.right + 2} 62a9 9 0 0 1 8 11`,
  }),
  fringe: (head) => ({
    back: `M${head.left - 14} 172C${head.left - 24} 90 ${head.left - 12} 26 100 26S${head.right + 24} 90 ${head.right + 14} 172C${head.right} 178 ${head.right - 10} 168 ${head.right - 10} 150L${head.left + 10} 150C${head.left + 10} 168 ${head.left} 178 ${head.left - 14} 172Z`,
    front: `M${head.left + 1} 112C${head.left - 12} 70 ${head.left - 2} 30 100 30S${head.right + 12} 70 ${head.right - 1} 112C${head.right - 2} 98 ${head.right - 3} 88 ${head.right - 6} 80C118 84 84 84 ${head.left + 6} 80C${head.left + 3} 88 ${head.left + 2} 98 ${head.left + 1} 112Z`,
    strands: `M84 80C84 64 88 50 96 38M100 82V40M116 80C116 64 112 50 104 38`,
  }),
  receding: (head) => ({
    front: `M${head.left - 3} 106C${head.left - 9} 84 ${head.left - 5} 62 ${head.left + 11} 52C${head.left + 6} 66 ${head.left + 4} 78 ${head.left + 3} 90C${head.left + 1} 96 ${head.left - 1} 102 ${head.left - 3} 106ZM${head.right + 3} 106C${head.right + 9} 84 ${head.right + 5} 62 ${head.right - 11} 52C${head.right - 6} 66 ${head.right - 4} 78 ${head.right - 3} 90C${head.right - 1} 96 ${head.right + 1} 102 ${head.right + 3} 106Z`,
    strands: 'M84 72q16-5 32 0M88 64q12-4 24 0',
  }),
};

/** Returns the hair of a head. */
export function hairShapes(cut: HairCut, head: Head): HairShapes {
  return cuts[cut](head);
}

/** Shoulders, and the lines on them. */
export const garmentPaths: Readonly<Record<Features['garment'], { readonly body: string; readonly lines: string }>> = {
  crew: {
    body: 'M14 240C16 202 46 192 80 182Q100 200 120 182C154 192 184 202 186 240Z',
    lines: 'M76 184Q100 208 124 184',
  },
  shirt: {
    body: 'M14 240C16 202 46 192 80 182L100 204 120 182C154 192 184 202 186 240Z',
    lines: 'M80 178L76 196 92 214 100 204 108 214 124 196 120 178M100 204V240M105 222h.1',
  },
  jacket: {
    body: 'M10 240C12 200 44 190 78 181L100 226 122 181C156 190 188 200 190 240Z',
    lines: 'M78 181L64 206 78 210 72 218 96 240M122 181L136 206 122 210 128 218 104 240',
  },
  coat: {
    body: 'M10 240C12 200 44 190 78 181L100 232 122 181C156 190 188 200 190 240Z',
    lines: 'M78 181L66 214 96 240M122 181L134 214 104 240M86 200L100 214 114 200M144 226h22',
  },
  rollneck: {
    body: 'M14 240C16 204 46 196 76 188L76 168Q100 180 124 168L124 188C154 196 184 204 186 240Z',
    lines: 'M76 188Q100 202 124 188M84 173v12M92 176v13M100 177v14M108 176v13M116 173v12',
  },
};
