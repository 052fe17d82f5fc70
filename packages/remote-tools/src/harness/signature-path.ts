/** Where the server of the harness signs tokens for backends. */
export const SIGNATURE_PATH = '/backend-token-signature';
