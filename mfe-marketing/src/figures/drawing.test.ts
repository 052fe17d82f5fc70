import { courseOf, levelOf } from './drawing.tsx';

test('the figures beside a curve are those of the curve', () => {
  const pulse = [0.57, 1, 0.035] as const;
  const { onset, peak, back } = courseOf(pulse, 0.56, 240);
  const level = levelOf(0, pulse);
  const at = (hours: number) => level(0.56 + hours / 240);
  expect(at(onset)).toBeCloseTo(0);
  expect(at(peak)).toBeCloseTo(1);
  expect(at(peak - 0.5)).toBeLessThan(1);
  expect(at(peak + 0.5)).toBeLessThan(1);
  expect(at(back)).toBeLessThan(0.1);
  expect(at(back - 3)).toBeGreaterThan(0.1);
});
