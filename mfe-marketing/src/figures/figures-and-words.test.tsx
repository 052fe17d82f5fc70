import { render } from '@testing-library/react';
import { AnswerScale, answerPulse } from '../blocks/HomeSections.tsx';
import { clinical } from '../content/clinical.ts';
import { home } from '../content/home.ts';
import { platform } from '../content/platform.ts';
import { preclinical } from '../content/preclinical.ts';
import { ReadRecording, sampleRecording } from '../pages/Platform.tsx';
import { courseOf, levelOf } from './drawing.tsx';
import { SampledCourse } from './SampledCourse.tsx';
import { RecordedTimeline, TwoAnimals, timelineDoses, twoAnimalsDoses } from './StudyFigures.tsx';

const numberOf = (word: string) =>
  ['eight', 'nine', 'thirty']
    .map((each, place) => [each, [8, 9, 30][place]] as const)
    .find(([each]) => each === word)?.[1];
const numbersIn = (words: string) => (words.match(/[−-]?\d+/g) ?? []).map((text) => Number(text.replace('−', '-')));

/** Returns where a drawing has what by its labels: the x of a number, and of others. */
function drawn(drawing: React.ReactNode) {
  const { container } = render(drawing);
  const labels = [...container.querySelectorAll('text.label')].flatMap((text) => {
    const [value] = numbersIn(text.textContent ?? '');
    return value === undefined || !/^(Day |Week )?[−-]?\d+( h)?$/.test(text.textContent ?? '')
      ? []
      : [[value, Number(text.getAttribute('x'))] as const];
  });
  const byValue = new Map(labels);
  const [first, last] = [Math.min(...byValue.keys()), Math.max(...byValue.keys())];
  const [left = 0, right = 0] = [byValue.get(first), byValue.get(last)];
  /** Returns the value at a place, as a linear axis has it. */
  const valueAt = (x: number) => first + ((x - left) / (right - left)) * (last - first);
  const dashed = [...container.querySelectorAll('path.dashed')].map((path) => path.getAttribute('d') ?? '');
  return {
    labels,
    valueAt,
    dots: [...container.querySelectorAll('circle.dot')].map((dot) => Number(dot.getAttribute('cx'))),
    verticals: dashed.flatMap((d) => /^M([\d.]+) [\d.]+V/.exec(d)?.[1] ?? []).map(Number),
  };
}

it.each([
  ['Home', home.accelerate.figure],
  ['Clinical', clinical.figure],
])('%s: the axis of the samples is linear, and each dot lies on its day', (_, { axis, samples, ...figure }) => {
  const { labels, valueAt, dots } = drawn(<SampledCourse {...figure} axis={axis} samples={samples} />);
  expect(labels.map(([value]) => value)).toEqual(axis.ticks);
  for (const [value, x] of labels) expect(valueAt(x)).toBeCloseTo(value, 1);
  // The last one is that of the legend.
  expect(dots.slice(0, samples.length).map((x) => Math.round(valueAt(x) * 10) / 10)).toEqual(samples);
});

it('Home: the samples are those of the words, and the responses have their hours', () => {
  const { pulses, samples, description } = home.accelerate.figure;
  expect(/on days ([\d, and]+),/.exec(description)?.[1]?.match(/\d+/g)?.map(Number)).toEqual(samples);
  const [, peakWord = '', goneWord = ''] =
    /peaks at hour (\w+) and is gone by hour (\w+)/.exec(home.accelerate.paragraphs.join(' ')) ?? [];
  for (const pulse of pulses) {
    const { peak, back } = courseOf(pulse, Math.floor(pulse[0]), 24);
    expect(peak).toBeCloseTo(numberOf(peakWord) ?? 0);
    expect(Math.round(back)).toBe(numberOf(goneWord));
    // None of the samples sees it.
    const level = levelOf(0, pulse);
    for (const sample of samples) expect(level(sample)).toBeLessThan(0.05);
  }
});

it('Clinical: the visits are weekly and miss the rise', () => {
  const { pulses, samples, description } = clinical.figure;
  expect(description).toContain('one dot a week');
  expect(samples).toEqual([0, 1, 2, 3, 4]);
  const level = levelOf(0, ...pulses);
  for (const sample of samples) expect(level(sample)).toBeLessThan(0.1);
  expect(level(1.4)).toBeGreaterThan(0.8);
});

it('Home: when the course is clear, it has risen and fallen', () => {
  const { scale } = home.banner;
  const [day = 0] = numbersIn(scale.answer);
  const level = levelOf(0, answerPulse);
  const [at, height, length] = answerPulse;
  expect(at + length).toBeLessThan(day);
  expect(level(day) / height).toBeLessThan(0.15);
  const { container } = render(<AnswerScale words={scale} />);
  expect(container.querySelectorAll('path.tick')).toHaveLength(numbersIn(scale.end)[0] === 28 ? 30 : 0);
});

it('Platform: the peak is at the hour that the words say', () => {
  const { description } = platform.recording;
  const { labels, valueAt, verticals } = drawn(<ReadRecording description={description} />);
  for (const [value, x] of labels) expect(valueAt(x)).toBeCloseTo(value, 1);
  const [dose = Number.NaN] = verticals;
  expect(valueAt(dose)).toBeCloseTo(0);
  const { peak } = courseOf(sampleRecording.pulse, sampleRecording.dose, sampleRecording.hours);
  expect(Math.round(peak)).toBe(numberOf(/peak at about (\w+) hours/.exec(description)?.[1] ?? ''));
});

it('Preclinical: doses are drawn on the days that the words say', () => {
  const two = preclinical.oncology.figure;
  const recordedText = preclinical.timelines.cytocomm.description;
  for (const [drawing, doses, words] of [
    [<TwoAnimals key="two" {...two} />, twoAnimalsDoses, /doses on days ([\d, and]+)\./.exec(two.description)?.[1]],
    [
      <RecordedTimeline key="all" description={recordedText} />,
      timelineDoses,
      /doses, on days ([\d, and]+),/.exec(recordedText)?.[1],
    ],
  ] as const) {
    expect(numbersIn(words ?? '')).toEqual([...doses]);
    const { labels, valueAt, verticals } = drawn(drawing);
    for (const [value, x] of labels) expect(valueAt(x)).toBeCloseTo(value, 0);
    expect(verticals.map((x) => Math.round(valueAt(x)))).toEqual([...doses]);
  }
});
