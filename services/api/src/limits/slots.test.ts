import fc from 'fast-check';
import { createSlots, type SlotHolder } from './slots.ts';

const one = (key: string, max: number): SlotHolder => ({ key, max });

it('each holder has as many as they may, and all together as many as there are', () => {
  const slots = createSlots('things', 3);
  const first = slots.take([one('a', 2)]);
  slots.take([one('a', 2)]);
  expect(() => slots.take([one('a', 2)])).toThrow(expect.objectContaining({ status: 429, code: 'rate-limited' }));
  slots.take([one('b', 2)]);
  expect(() => slots.take([one('c', 2)])).toThrow(
    expect.objectContaining({ status: 503, code: 'busy', headers: { 'Retry-After': '5' } }),
  );
  first();
  slots.take([one('a', 2)]);
});

it('a slot that is refused by one of its holders counts for none of them', () => {
  const slots = createSlots('things', 10);
  slots.take([one('session', 1), one('person', 2)]);
  for (let turn = 0; turn < 5; turn += 1) {
    expect(() => slots.take([one('person', 2), one('session', 1)])).toThrow('You have too many things at once.');
  }
  slots.take([one('another session', 1), one('person', 2)]);
  expect(slots.taken()).toBe(2);
});

it('whatever is taken and given back, in any order and however often, the count is true', () => {
  const steps = fc.array(fc.record({ holder: fc.integer({ min: 0, max: 3 }), gives: fc.boolean(), which: fc.nat() }));
  fc.assert(
    fc.property(steps, (all) => {
      const slots = createSlots('things', 6);
      const open = new Map<() => void, number>();
      const ended: (() => void)[] = [];
      for (const { holder, gives, which } of all) {
        const own = [...open.values()].filter((each) => each === holder).length;
        if (gives) {
          const release = [...open.keys(), ...ended][which % Math.max(1, open.size + ended.length)];
          release?.();
          if (release !== undefined && open.delete(release)) ended.push(release);
        } else if (open.size >= 6 || own >= 2) {
          expect(() => slots.take([one(String(holder), 2)])).toThrow();
        } else {
          open.set(slots.take([one(String(holder), 2)]), holder);
        }
        expect(slots.taken()).toBe(open.size);
      }
    }),
  );
});
