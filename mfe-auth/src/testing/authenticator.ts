const bytes = () => Uint8Array.of(1, 2, 3).buffer;

/** What the browser of a test has in place of an authenticator. */
export interface TestAuthenticator {
  /** Returns the number of ceremonies so far. */
  readonly countCeremonies: () => number;
  /** Lets the next question fail as browsers do, by the name of the error. */
  readonly failNext: (name: string) => void;
}

/** Adds an authenticator that says yes to the page of a test. What it makes is bytes; signatures are the real server's to check. */
export function provideAuthenticator(): TestAuthenticator {
  let ceremonies = 0;
  let failure: string | null = null;
  const answer = (response: object) => async () => {
    ceremonies += 1;
    const name = failure;
    failure = null;
    if (name !== null) throw new DOMException('Refused by the test.', name);
    return {
      id: 'AQID',
      rawId: bytes(),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes(), ...response },
    };
  };
  class PublicKeyCredential {}
  Object.assign(globalThis, { PublicKeyCredential });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: answer({
        attestationObject: bytes(),
        getTransports: () => ['internal'],
        getPublicKeyAlgorithm: () => -7,
        getPublicKey: bytes,
        getAuthenticatorData: bytes,
      }),
      get: answer({ authenticatorData: bytes(), signature: bytes(), userHandle: bytes() }),
    },
  });
  return {
    countCeremonies: () => ceremonies,
    failNext: (name) => {
      failure = name;
    },
  };
}

/** Takes the authenticator away: a browser that knows no passkeys. */
export function removeAuthenticator(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
