import fc from 'fast-check';
import { createPlaces, type PlaceHolder } from './client-limits.ts';

const one = (key: string, max: number): PlaceHolder => ({ key, max });

it('each holder has as many as they may, and all together as many as there are', () => {
  const places = createPlaces(6);
  const first = places.take([one('a', 2)]);
  places.take([one('a', 2)]);
  expect(places.take([one('a', 2)])).toBe('holder');
  if (typeof first === 'function') first();
  expect(places.take([one('a', 2)])).toBeInstanceOf(Function);
  for (const key of ['b', 'c', 'd', 'e']) expect(places.take([one(key, 2)])).toBeInstanceOf(Function);
  expect(places.take([one('f', 2)])).toBe('all');
});

it('a place that is refused to one of its holders counts for none of them', () => {
  const places = createPlaces(10);
  places.take([one('session', 1), one('person', 2)]);
  for (let turn = 0; turn < 5; turn += 1) expect(places.take([one('person', 2), one('session', 1)])).toBe('holder');
  expect(places.take([one('another session', 1), one('person', 2)])).toBeInstanceOf(Function);
  expect(places.taken()).toBe(2);
});

it.each([10, 20, 40, 100])('%d holders who take what they can leave room for another', (count) => {
  const places = createPlaces(1000);
  for (let round = 0; round < 20; round += 1)
    for (let holder = 0; holder < count; holder += 1) places.take([one(String(holder), 20)]);
  expect(places.taken()).toBeGreaterThanOrEqual(Math.min(200, count));
  expect(places.take([one('another', 20)])).toBeInstanceOf(Function);
});

it('the count is right after any sequence of takes and releases', () => {
  const steps = fc.array(fc.record({ holder: fc.integer({ min: 0, max: 3 }), gives: fc.boolean(), which: fc.nat() }));
  fc.assert(
    fc.property(steps, (all) => {
      const places = createPlaces(6);
      const open = new Map<() => void, number>();
      const ended: (() => void)[] = [];
      for (const { holder, gives, which } of all) {
        const own = [...open.values()].filter((each) => each === holder).length;
        if (gives) {
          const release = [...open.keys(), ...ended][which % Math.max(1, open.size + ended.length)];
          release?.();
          if (release !== undefined && open.delete(release)) ended.push(release);
        } else {
          const release = places.take([one(String(holder), 2)]);
          expect(typeof release).toBe(open.size >= 6 || own >= 2 ? 'string' : 'function');
          if (typeof release === 'function') open.set(release, holder);
        }
        expect(places.taken()).toBe(open.size);
      }
    }),
  );
});
