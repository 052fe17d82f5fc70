import { ConfigurationError } from '@cytocomm/runtime/settings';
import { endWithFailure } from './command.ts';

test('what is wrong with a setting is told in its words, without a stack', () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(() => endWithFailure(new ConfigurationError('SMTP_URL: is missing.'))).toThrow('ended');
    expect(written.mock.calls).toEqual([['SMTP_URL: is missing.\n']]);
  } finally {
    exit.mockRestore();
    written.mockRestore();
  }
});
