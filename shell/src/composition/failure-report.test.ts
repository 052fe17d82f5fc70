import { testLock, testRelease } from '../testing-lock.ts';
import { reportFailure } from './failure-report.ts';
import { type FailurePhase, RemoteFailed } from './remotes.ts';

const remote = testRelease('mfe-news');

function reasonReported(phase: FailurePhase, cause: unknown): string {
  const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  reportFailure(new RemoteFailed(remote, 'News', phase, cause), testLock(remote).id);
  const body: unknown = JSON.parse(String(sent.mock.lastCall?.[1]?.body));
  sent.mockRestore();
  said.mockRestore();
  return typeof body === 'object' && body !== null && 'reason' in body ? String(body.reason) : '';
}

test.each([
  ['Chromium', "Cannot read properties of null (reading 'useState')"],
  ['Firefox', `can't access property "useContext", d.H is null`],
  ['Safari', "null is not an object (evaluating 'd.H.useState')"],
])('a hook that %s finds without state is of another React', (_, words) => {
  expect(reasonReported('render', new TypeError(words))).toBe(`${words}; mfe-news seems to carry a React of its own`);
});

test('what else fails is reported in its own words, up to 500 signs', () => {
  expect(reasonReported('render', new TypeError("Cannot read properties of null (reading 'title')"))).not.toContain(
    'React',
  );
  expect(reasonReported('entry', new Error('gone'))).toBe('gone');
  expect(reasonReported('component', 'text')).toBe('text');
  expect(reasonReported('component', new Error('x'.repeat(600)))).toHaveLength(500);
});

test.each<[string, unknown, string]>([
  ['an object without a prototype', Object.create(null), 'something was thrown that no text can be made of'],
  ['an error whose message is no text', Object.assign(new Error(), { message: { code: 1 } }), '[object Object]'],
  ['a symbol', Symbol('gone'), 'Symbol(gone)'],
  ['nothing', undefined, 'undefined'],
])('whatever is thrown can be reported: %s', (_, cause, words) => {
  expect(reasonReported('render', cause)).toBe(words);
});
