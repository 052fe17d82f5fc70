/** The page of the signed-in devices. */
export const DEVICES_PAGE = '/account/devices';
