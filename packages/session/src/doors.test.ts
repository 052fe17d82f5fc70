import { forgetEmail, readRememberedEmail, rememberEmail } from './index.ts';

describe('the e-mail of a sign-in', () => {
  it('is kept under the key of the specification', () => {
    rememberEmail('ada@lab.example');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@lab.example');
    expect(readRememberedEmail()).toBe('ada@lab.example');
    forgetEmail();
    expect(readRememberedEmail()).toBeNull();
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
