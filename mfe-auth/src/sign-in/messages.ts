/** The sentences of the specification (sections 5 and 8), word for word. */
export const messages = {
  emailEmpty: 'Please enter your email.',
  linkSent: '✅ A secure login link has been sent to your email.',
  linkNotSent: '❌ Failed to send sign-in link. Please try again.',
  linkInvalid: 'Invalid or expired sign-in link.',
  emailRequired: 'Email is required to complete login.',
  noRoles: 'No roles assigned. Contact administrator.',
  failed: 'Login failed. Try again or contact admin.',
} as const;
