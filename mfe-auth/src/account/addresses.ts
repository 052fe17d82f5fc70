/** The page of the signed-in devices. */
export const DEVICES_PAGE = '/account/devices';

/** The page of passkeys and recovery codes, which the portal's mails name, too. */
export const SECURITY_PAGE = '/account/security';
