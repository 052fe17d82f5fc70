/** Without the shell there are no pages, and without the sign-in nobody could bring anything back. */
const NEEDED = ['shell', 'mfe-auth'];

/** Whether the portal cannot be without a remote. */
export function isNeeded(remote: string): boolean {
  return NEEDED.includes(remote);
}
