/**
 * The folder of an origin where `npm run dev`, or the development server of one remote, has the newest files of each watched
 * build, by the build's name. No route of a remote can have such an address.
 */
export const HOT_BUILDS_PATH = '/@dev/hot/';
