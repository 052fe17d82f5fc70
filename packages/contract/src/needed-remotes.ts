/** Without the shell there are no pages, and without the sign-in and the developers' pages nobody could bring anything back. */
const NEEDED: readonly string[] = ['shell', 'mfe-auth', 'mfe-developer'];

/** Whether the portal cannot be without a part: it is neither switched off nor removed. */
export const isNeeded = (part: string): boolean => NEEDED.includes(part);
