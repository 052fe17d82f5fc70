import { helpOfAll, readCommandLine } from './command-line.ts';
import { COMMANDS } from './command-table.ts';

const wrong =
  (...args: string[]) =>
  () =>
    readCommandLine(args);

test('every command explains itself, and all together', () => {
  for (const [name, { description, options }] of Object.entries(COMMANDS)) {
    const parsed = readCommandLine([name, '--help']);
    const help = 'help' in parsed ? parsed.help : '';
    expect(help).toContain(`usage: portal ${name}`);
    expect(help).toContain(description);
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
    expect(helpOfAll()).toContain(description);
  }
  for (const args of [[], ['--help'], ['-h']]) expect(readCommandLine(args)).toEqual({ help: helpOfAll() });
});

test('arguments and options are separated', () => {
  expect(readCommandLine(['canary', '1.2.0', '--percent', '5', '--reason=slow'])).toMatchObject({
    args: ['1.2.0'],
    options: { percent: '5', reason: 'slow' },
  });
  expect(readCommandLine(['canary', '--stop'])).toMatchObject({ args: [], options: { stop: 'on' } });
});

test('what there is not is refused in one sentence', () => {
  expect(wrong('deploy')).toThrow(
    'There is no command "deploy"; there are: dev, check, gate, publish, promote, canary, rollback, status.',
  );
  expect(wrong('toString')).toThrow('There is no command "toString"');
  expect(wrong('promote', '--force')).toThrow(
    /^Unknown option '--force'.*"portal promote --help" tells what it takes\.$/,
  );
  expect(wrong('canary', '--percent', '-5')).toThrow(
    /^Option '--percent' argument is ambiguous\. "portal canary --help" tells what it takes\.$/,
  );
  expect(wrong('promote', '--reason')).toThrow('"portal promote --help" tells');
  expect(wrong('status', 'mfe-lab')).toThrow('"mfe-lab" is one argument too many. Usage: portal status');
  expect(wrong('publish', 'one', 'two')).toThrow('"two" is one argument too many. Usage: portal publish [FOLDER]');
});
