import {
  acceptDefaultRole,
  acceptLogOutEverywhere,
  acceptSignIn,
  chooseRole,
  closeSignIn,
  displayName,
  endSession,
  freshIdToken,
  hasDrafts,
  keepDraft,
  openSignIn,
  previewAs,
  readDraft,
  recheck,
  restore,
  setUnderWay,
  signOut,
  useSession,
} from './index.ts';

const initial = useSession.getInitialState();
const fetchMock = jest.fn<Promise<Response>, [string, RequestInit]>();
const session = () => useSession.getState();

function token(claims: Record<string, unknown> = {}, lifetime = 300): string {
  const payload = {
    sub: 'ada@lab.example',
    name: 'Ada',
    roles: ['investor'],
    iat: 1000,
    exp: 1000 + lifetime,
    ...claims,
  };
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sig`;
}

function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
  });
}

async function until(holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const stop = useSession.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}
const minted = (claims?: Record<string, unknown>, lifetime?: number) =>
  reply(200, { idToken: token(claims, lifetime), expiresAt: '2000-01-01T00:00:00Z' });
const refused = (status = 401) => reply(status, { title: 'Unauthorized', status, detail: 'Not signed in.' });

beforeEach(() => {
  useSession.setState(initial, true);
  sessionStorage.clear();
  localStorage.clear();
  fetchMock.mockReset();
  globalThis.fetch = fetchMock as typeof fetch;
});
afterEach(() => jest.restoreAllMocks());

describe('restore', () => {
  it('asks nothing until it is called, then signs in from the token', async () => {
    expect(session().status).toBe('unknown');
    expect(fetchMock).not.toHaveBeenCalled();
    fetchMock.mockResolvedValue(minted({ name: 'Ada Łąka', roles: ['customer', 'investor'], role: 'investor' }));

    const done = restore();
    expect(session().status).toBe('restoring');
    await done;

    expect(session()).toMatchObject({
      status: 'signed-in',
      email: 'ada@lab.example',
      name: 'Ada Łąka',
      roles: ['customer', 'investor'],
      defaultRole: 'investor',
      activeRole: 'investor',
    });
    expect(fetchMock).toHaveBeenCalledWith('/api/auth/token', expect.objectContaining({ method: 'POST' }));
    expect(sessionStorage.getItem('auth')).toBe('investor');
    expect(sessionStorage.getItem('userName')).toBe('Ada Łąka');
  });

  it('shares one request between concurrent callers and does not ask again', async () => {
    fetchMock.mockImplementation(async () => minted());
    await Promise.all([restore(), restore(), restore(), freshIdToken()]);
    await restore();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('takes 401 for signed out, and stays silent about it', async () => {
    fetchMock.mockResolvedValue(refused());
    await restore();
    expect(session()).toMatchObject({ status: 'signed-out', ended: null, failure: null });
    expect(await freshIdToken()).toEqual({ data: null });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), /cannot be reached/],
    ['no answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError')), /did not answer in time/],
    ['a server error', async () => refused(503), /Not signed in/],
    ['an empty reply', async () => reply(200), /cannot be read/],
    ['a reply that is no JSON', async () => new Response('ok?', { status: 200 }), /cannot be read/],
    ['a reply without a token', async () => reply(200, [{ idToken: 7 }]), /gave no sign-in token/],
    ['a token that is no token', async () => reply(200, { idToken: 'a.b.c' }), /token that cannot be read/],
    ['a token without times', async () => minted({ exp: undefined }), /token that cannot be read/],
    [
      'a page of HTML',
      async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      /^⚠️ Frontend is calling itself\. Check VITE_API_BASE_URL\.$/,
    ],
  ])('keeps %s apart from signed out, and tries again when asked', async (_, answer, message) => {
    fetchMock.mockImplementationOnce(answer);
    await restore();
    expect(session().status).toBe('unknown');
    expect(session().failure).toMatch(message);

    fetchMock.mockResolvedValueOnce(minted());
    await restore();
    expect(session()).toMatchObject({ status: 'signed-in', failure: null });
  });

  it('gives every call a time limit', async () => {
    fetchMock.mockResolvedValue(refused());
    await restore();
    expect(fetchMock.mock.calls[0]?.[1].signal).toBeInstanceOf(AbortSignal);
  });

  it('prefers the role this tab remembers, unless it is not held any more', async () => {
    sessionStorage.setItem('auth', 'customer');
    fetchMock.mockResolvedValueOnce(minted({ roles: ['investor', 'customer'], role: 'investor' }));
    await restore();
    expect(session().activeRole).toBe('customer');

    fetchMock.mockResolvedValueOnce(minted({ roles: ['investor'] }));
    await freshIdToken({ renew: true });
    expect(session().activeRole).toBe('investor');
    expect(sessionStorage.getItem('auth')).toBe('investor');
  });

  it('does not throw when storage refuses', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    fetchMock.mockResolvedValue(minted());
    await restore();
    expect(session().status).toBe('signed-in');
    endSession('gone');
    expect(session().status).toBe('signed-out');
  });

  it('notices a sign-in made in another tab when it is asked to look again', async () => {
    fetchMock.mockResolvedValueOnce(refused()).mockResolvedValueOnce(minted());
    await restore();
    await restore();
    expect(session().status).toBe('signed-out');
    await recheck();
    expect(session().status).toBe('signed-in');
  });
});

describe('freshIdToken', () => {
  beforeEach(async () => {
    fetchMock.mockImplementation(async () => minted());
    await restore();
    fetchMock.mockClear();
  });

  it('gives the token at hand while it lasts, and one new one to all when less than 30 s are left', async () => {
    expect(await freshIdToken()).toEqual({ data: session().idToken });
    expect(fetchMock).not.toHaveBeenCalled();

    jest.spyOn(Date, 'now').mockReturnValue(session().expiresAt - 29_999);
    const tokens = await Promise.all([freshIdToken(), freshIdToken(), freshIdToken()]);
    expect(new Set(tokens.map(({ data }) => data)).size).toBe(1);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('counts the lifetime by the token, not by a clock that may be wrong', () => {
    // The token of the fixture was minted in 1970 for 300 s.
    expect(session().expiresAt - Date.now()).toBeGreaterThan(290_000);
  });

  it('ends the session, with a reason, when the server refuses a new token', async () => {
    fetchMock.mockResolvedValueOnce(refused());
    expect(await freshIdToken({ renew: true })).toEqual({ data: null });
    expect(session()).toMatchObject({ status: 'signed-out', email: null, roles: [], idToken: null });
    expect(session().ended).toMatch(/session has ended/);
    expect(sessionStorage.getItem('auth')).toBeNull();
  });

  it('stays signed in when the server cannot be reached', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('fetch failed'));
    expect((await freshIdToken({ renew: true })).error).toMatchObject({ status: 0, code: 'unreachable' });
    expect(session().status).toBe('signed-in');
    expect(await freshIdToken({ renew: true })).toEqual({ data: expect.any(String) });
  });

  it('drops a token that arrives after signing out', async () => {
    let answer: (response: Response) => void = () => undefined;
    fetchMock.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const late = freshIdToken({ renew: true });
    fetchMock.mockResolvedValueOnce(reply(204));
    await signOut();
    answer(minted());
    expect(await late).toEqual({ data: null });
    expect(session()).toMatchObject({ status: 'signed-out', idToken: null });
  });
});

describe('signing in', () => {
  const person = { email: 'ada@lab.example', name: 'Ada', roles: ['admin', 'investor'] };

  it('stores the default role, or the only one, and leaves several to be chosen from', () => {
    acceptSignIn({ ...person, role: 'investor' });
    expect(session()).toMatchObject({ status: 'signed-in', activeRole: 'investor', defaultRole: 'investor' });
    acceptSignIn({ ...person, roles: 'customer' });
    expect(session()).toMatchObject({ roles: ['customer'], activeRole: 'customer' });
    acceptSignIn(person);
    expect(session().activeRole).toBeNull();
    expect(sessionStorage.getItem('auth')).toBeNull();

    chooseRole('admin');
    expect(session().activeRole).toBe('admin');
    expect(sessionStorage.getItem('auth')).toBe('admin');
  });

  it('ignores a role that is not held', () => {
    acceptSignIn({ ...person, role: 'developer' });
    expect(session().activeRole).toBeNull();
    chooseRole('developer');
    expect(session().activeRole).toBeNull();
  });

  it.each([[null], [undefined], [7], [{ admin: true }], [['root', '__proto__', 'toString', 4]], ['guest']])(
    'takes roles of %p for no roles',
    (roles) => {
      acceptSignIn({ ...person, roles });
      expect(session()).toMatchObject({ status: 'signed-in', roles: [], activeRole: null });
    },
  );

  it('greets with the name, or with User', () => {
    acceptSignIn(person);
    expect(displayName(session())).toBe('Ada');
    acceptSignIn({ ...person, name: '' });
    expect(displayName(session())).toBe('User');
  });

  it('keeps a changed default role', () => {
    acceptSignIn(person);
    acceptDefaultRole('admin');
    expect(session().defaultRole).toBe('admin');
  });
});

describe('a preview', () => {
  it('is for admins alone, and ends when that role or the session does', async () => {
    acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'] });
    previewAs('customer');
    expect(session().previewAs).toBeNull();

    acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
    previewAs('customer');
    expect(session().previewAs).toBe('customer');
    fetchMock.mockResolvedValue(minted({ roles: ['admin'] }));
    await freshIdToken({ renew: true });
    expect(session().previewAs).toBe('customer');
    fetchMock.mockResolvedValue(minted({ roles: ['investor'] }));
    await freshIdToken({ renew: true });
    expect(session().previewAs).toBeNull();

    acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
    previewAs('investor');
    previewAs(null);
    expect(session().previewAs).toBeNull();
    previewAs('investor');
    endSession('Over.');
    expect(session().previewAs).toBeNull();
  });
});

describe('signOut', () => {
  beforeEach(() => acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] }));

  it('tells the server and forgets the person', async () => {
    fetchMock.mockResolvedValue(reply(204));
    expect(await signOut()).toBe(true);
    expect(fetchMock).toHaveBeenCalledWith('/api/auth/logout', expect.objectContaining({ method: 'POST' }));
    expect(session()).toMatchObject({ status: 'signed-out', email: null, roles: [], activeRole: null, ended: null });
    expect(sessionStorage).toHaveLength(0);
  });

  it('forgets the person and says so when the server cannot be told', async () => {
    fetchMock.mockRejectedValue(new TypeError('fetch failed'));
    expect(await signOut()).toBe(false);
    expect(session()).toMatchObject({ status: 'signed-out', email: null });
    expect(session().ended).toMatch(/could not be told/);
  });

  it('takes 401 for done', async () => {
    fetchMock.mockResolvedValue(refused());
    expect(await signOut()).toBe(true);
    expect(session().ended).toBeNull();
  });
});

describe('a draft', () => {
  const grace = { email: 'grace@lab.example', name: 'Grace', roles: ['admin'] };
  beforeEach(() => {
    acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
    keepDraft('release', { title: 'Unpublished' });
  });

  it('is kept for its author when the session ends without a sign-out', () => {
    endSession('Over.');
    expect(session().endedEmail).toBe('ada@lab.example');
    expect(hasDrafts()).toBe(true);
    acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
    expect(readDraft('release')).toEqual({ title: 'Unpublished' });
    expect(session().endedEmail).toBeNull();
  });

  it('waits for its author, too, when the server says once more that the session is over', async () => {
    endSession('Over.');
    endSession('Over.');
    expect(session().endedEmail).toBe('ada@lab.example');
    fetchMock.mockResolvedValue(refused());
    await recheck();
    await recheck();
    expect(session()).toMatchObject({ status: 'signed-out', endedEmail: 'ada@lab.example' });
    fetchMock.mockResolvedValue(reply(204));
    await signOut();
    expect(session().endedEmail).toBeNull();
    expect(hasDrafts()).toBe(false);
  });

  it.each([
    ['signs in', async () => acceptSignIn(grace)],
    [
      'is found to be signed in',
      async () => {
        fetchMock.mockResolvedValueOnce(minted({ sub: grace.email, roles: ['admin'] }));
        await recheck();
      },
    ],
  ])('is gone when somebody else %s', async (_, signIn) => {
    endSession('Over.');
    await signIn();
    expect(session().email).toBe(grace.email);
    expect(hasDrafts()).toBe(false);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Unpublished');
  });

  it.each([
    ['a logout', () => signOut()],
    [
      'a logout that the server could not be told',
      () => {
        fetchMock.mockRejectedValue(new TypeError('fetch failed'));
        return signOut();
      },
    ],
    ['a logout everywhere', async () => acceptLogOutEverywhere()],
  ])('does not outlive %s', async (_, leave) => {
    fetchMock.mockResolvedValue(reply(204));
    await leave();
    expect(sessionStorage).toHaveLength(0);
    expect(session().endedEmail).toBeNull();
  });
});

describe('another tab', () => {
  /** What the browser does here when another tab has written. */
  const hear = (newValue: string | null, key = 'session') =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const ada = { email: 'ada@lab.example', name: 'Ada', roles: ['admin'] };

  it('is told of a sign-in and of a logout, and nothing of it stays', async () => {
    const written = jest.spyOn(Storage.prototype, 'setItem');
    acceptSignIn(ada);
    expect(written).toHaveBeenLastCalledWith('session', 'signed-in');
    fetchMock.mockResolvedValue(reply(204));
    await signOut();
    expect(written).toHaveBeenLastCalledWith('session', 'signed-out');
    acceptSignIn(ada);
    acceptLogOutEverywhere();
    expect(written).toHaveBeenLastCalledWith('session', 'signed-out');
    expect(localStorage).toHaveLength(0);
  });

  it('that signs in signs in here', async () => {
    endSession('Your session has ended.');
    fetchMock.mockResolvedValue(minted());
    hear('signed-in');
    await until(() => session().status === 'signed-in');
    expect(session().ended).toBeNull();
  });

  it('that signs somebody else in does so here', async () => {
    acceptSignIn(ada);
    fetchMock.mockResolvedValue(minted({ sub: 'grace@lab.example' }));
    hear('signed-in');
    await until(() => session().email === 'grace@lab.example');
  });

  it('that logs out does so here, with what was written', () => {
    acceptSignIn(ada);
    hear('signed-out');
    expect(session()).toMatchObject({ status: 'signed-out', ended: 'You have logged out in another tab.' });
    acceptSignIn(ada);
    keepDraft('release', { title: 'Unpublished' });
    hear('signed-out');
    expect(session().ended).toBe('You have logged out in another tab. The text that was not saved here is discarded.');
    expect(hasDrafts()).toBe(false);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('that logs out removes what this browser keeps of work that could have been saved', () => {
    acceptSignIn(ada);
    const drop = jest.fn();
    const work = { save: async () => true, isKept: () => true };
    setUnderWay('broken', {
      ...work,
      drop: () => {
        throw new Error('no storage');
      },
    });
    setUnderWay('text', { ...work, drop });
    setUnderWay('earlier', work);
    hear('signed-out');
    for (const name of ['broken', 'text', 'earlier']) setUnderWay(name, false);
    expect(drop).toHaveBeenCalledTimes(1);
    expect(session().ended).toBe('You have logged out in another tab. The text that was not saved here is discarded.');
  });

  it.each([
    ['a page that has not asked', 'signed-in', 'session'],
    ['the end of a message', null, 'session'],
    ['something else', 'root', 'session'],
    ['another key', 'signed-in', 'emailForSignIn'],
  ])('changes nothing by %s', (what, newValue, key) => {
    if (!what.startsWith('a page')) endSession('Over.');
    hear(newValue, key);
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('the sign-in dialog', () => {
  it('opens with a target and closes', () => {
    openSignIn({ returnTo: '/dashboard?section=investor' });
    expect(session().signIn).toEqual({ open: true, returnTo: '/dashboard?section=investor' });
    closeSignIn();
    expect(session().signIn.open).toBe(false);
    openSignIn();
    expect(session().signIn).toEqual({ open: true, returnTo: '/dashboard' });
    openSignIn({ returnTo: '//evil.example/x' });
    expect(session().signIn.returnTo).toBe('/dashboard');
  });
});
