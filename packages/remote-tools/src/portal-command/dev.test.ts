import { CommandFailed } from './command-context.ts';
import { runDev } from './dev.ts';

const dev = (options: Record<string, string>) =>
  runDev({ dir: '/nowhere', args: [], options, env: {}, say: () => undefined });

it.each([
  [
    { against: 'portal.example' },
    '--against wants the address of a portal, like https://portal.example, not "portal.example".',
  ],
  [
    { against: 'http://127.0.0.1:9' },
    'No portal answers at http://127.0.0.1:9. Is the address right, and does it run?',
  ],
  [
    { against: 'https://portal.example', port: 'x' },
    'The port is "x", which is none: 0 to 65535, where 0 takes a free one.',
  ],
])('%j is refused in one sentence, before anything is built', async (options, words) => {
  const refused = dev(options);
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.toBeInstanceOf(CommandFailed);
});
