import type { NewPasskeyOptions, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@cytocomm/contract';

/** What the browser gave, or why it gave nothing: a sentence for the person. */
type FromBrowser<Given> =
  | { readonly given: Given; readonly failure?: undefined }
  | { readonly failure: string; readonly given?: undefined };

const CANCELLED = 'It was cancelled, or took too long. Try again.';

const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: 'This device holds one of your passkeys already.',
  NotSupportedError: 'This device cannot make a passkey of the kind that the portal takes.',
  SecurityError: 'The portal cannot use passkeys at this address. Tell the administrator.',
};

function failureOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return FAILURES[name] ?? 'This browser could not do it. Try another browser or another device.';
}

// The library loads when somebody uses a passkey: most sign in without.
const library = () => import('@simplewebauthn/browser');

type Described = PasskeyRequest['allowCredentials'];
const described = (passkeys: Described) => passkeys.map(({ id, type, transports = [] }) => ({ id, type, transports }));

const UNKNOWN = 'This browser knows no passkeys. Try another browser.';

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Lets the person use one of their passkeys. */
export async function askForPasskey(request: PasskeyRequest): Promise<FromBrowser<PasskeyProof>> {
  if (!knowsPasskeys()) return { failure: UNKNOWN };
  try {
    const { startAuthentication } = await library();
    const optionsJSON = { ...request, allowCredentials: described(request.allowCredentials) };
    const { authenticatorAttachment: _, ...given } = await startAuthentication({ optionsJSON });
    return { given };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Lets the person make a passkey. */
export async function makePasskey(options: NewPasskeyOptions): Promise<FromBrowser<PasskeyCreation>> {
  if (!knowsPasskeys()) return { failure: UNKNOWN };
  try {
    const { startRegistration } = await library();
    const optionsJSON = { ...options, excludeCredentials: described(options.excludeCredentials) };
    const { authenticatorAttachment: _, ...given } = await startRegistration({ optionsJSON });
    return { given };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
