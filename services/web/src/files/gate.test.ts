import { createGate } from './gate.ts';

test('no more tasks run at once than the gate lets in; the others come in order, also after one that fails', async () => {
  const gate = createGate(2);
  const ends: ((error?: Error) => void)[] = [];
  const startedTasks: number[] = [];
  const tasks = [0, 1, 2, 3].map((number) =>
    gate(() => {
      startedTasks.push(number);
      return new Promise<number>((resolve, reject) => {
        ends[number] = (error) => (error ? reject(error) : resolve(number));
      });
    }),
  );
  expect(startedTasks).toEqual([0, 1]);
  ends[1]?.(new Error('no'));
  await expect(tasks[1]).rejects.toThrow('no');
  expect(startedTasks).toEqual([0, 1, 2]);
  ends[2]?.();
  await tasks[2];
  ends[3]?.();
  ends[0]?.();
  expect(await Promise.all([tasks[0], tasks[3]])).toEqual([0, 3]);
  const later = gate(async () => 'free again');
  expect(await later).toBe('free again');
});
