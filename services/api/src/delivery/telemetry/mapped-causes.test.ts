import { pino } from 'pino';
import type { SourceMaps } from '../releases/source-maps.ts';
import { type CauseWithStack, withFrames } from './causes.ts';

const RELEASE = { remote: 'mfe-lab', release: '1.0.0-0123456789ab' };
const script = (name: string) => `/releases/mfe-lab/1.0.0-0123456789ab/${name}.js`;

function causeWith(...scripts: readonly string[]): CauseWithStack {
  const stack = scripts.map((name) => `    at ${name} (https://portal.example${script(name)}:1:2)`).join('\n');
  const seen = { firstAt: '2026-01-02T03:04:05.000Z', lastAt: '2026-01-02T03:04:05.000Z', clients: 1 };
  return { ...RELEASE, ...seen, component: 'Lab', phase: 'render', reason: 'gone', stack };
}

const lines: string[] = [];
const log = pino({}, { write: (line) => void lines.push(line) });
const mapped = { file: 'mfe-lab/src/pages/Lab.tsx', line: 2, column: 1 };
const unmapped = (name: string) => ({ function: name, file: script(name), line: 1, column: 2 });

/** Maps that answer with what `placeOf` returns for a script, and the scripts that were asked for. */
function mapsOf(placeOf: (script: string) => ReturnType<SourceMaps['placeOf']>) {
  const reads: string[] = [];
  const maps: SourceMaps = {
    placeOf: (_remote, _release, name) => {
      reads.push(name);
      return placeOf(name);
    },
  };
  return { maps, reads };
}

beforeEach(() => {
  lines.length = 0;
});

it('no further maps are read after three seconds', async () => {
  let ms = 0;
  const { maps, reads } = mapsOf(async () => {
    ms += 2000;
    return mapped;
  });
  const [cause] = await withFrames([causeWith('a', 'b', 'c')], { maps, log, now: () => ms });
  expect(cause?.frames).toEqual([mapped, mapped, unmapped('c')]);
  expect(reads).toEqual(['a.js', 'b.js']);
});
