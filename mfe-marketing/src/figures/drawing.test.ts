import { courseOf, levelOf } from './drawing.tsx';

test('the figures beside a curve are those of the curve', () => {
  const pulse = { at: 0.57, height: 1, length: 0.035 };
  const { onset, peak, back } = courseOf(pulse, 0.56, 240);
  const level = levelOf([pulse], 0);
  const at = (hours: number) => level(0.56 + hours / 240);
  expect(at(onset)).toBeCloseTo(0);
  expect(at(peak)).toBeCloseTo(1);
  expect(at(peak - 0.5)).toBeLessThan(1);
  expect(at(peak + 0.5)).toBeLessThan(1);
  expect(at(back)).toBeLessThan(0.1);
  expect(at(back - 3)).toBeGreaterThan(0.1);
});
