/**
 * The version of the API's calls, in semver: a new call or field is a minor version, one that goes or means something else
 * a major one. The API says it in its OpenAPI document; a release is built for the range `^` of it.
 */
export const API_VERSION = '1.7.0';
