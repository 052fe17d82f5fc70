import { callAuth, forgetEmail, rememberEmail, rememberedEmail, SessionFailure } from './index.ts';

describe('the e-mail of a sign-in', () => {
  it('is kept under the key of the specification', () => {
    rememberEmail('ada@lab.example');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@lab.example');
    expect(rememberedEmail()).toBe('ada@lab.example');
    forgetEmail();
    expect(rememberedEmail()).toBeNull();
  });
});

describe('callAuth', () => {
  it('tells status, code, detail and pause of a refusal', async () => {
    globalThis.fetch = async () =>
      new Response(JSON.stringify({ title: 'Too many', detail: 'Wait a little.', code: 'too-many-requests' }), {
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '40' },
      });
    const failure = await callAuth('/magic-link', { body: { email: 'a@b.example' } }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SessionFailure);
    expect(failure).toMatchObject({
      kind: 'refused',
      status: 429,
      code: 'too-many-requests',
      message: 'Wait a little.',
      retryAfter: 40,
    });
  });

  it('finds a page of HTML behind a wrong content type', async () => {
    globalThis.fetch = async () => new Response('\n <html>', { status: 404 });
    await expect(callAuth('/token')).rejects.toMatchObject({ kind: 'misconfigured' });
  });
});

describe('a second copy of the package', () => {
  it('is counted and reported', () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const page: typeof globalThis & { [key: symbol]: unknown } = globalThis;
    expect(page[Symbol.for('cytocomm.session')]).toEqual({ instances: 1 });
    expect(error).not.toHaveBeenCalled();
    jest.isolateModules(() => require('./index.ts'));
    expect(page[Symbol.for('cytocomm.session')]).toEqual({ instances: 2 });
    expect(error).toHaveBeenCalledWith(expect.stringContaining('loaded 2 times'));
  });
});
