import 'core-js/actual/url';
import 'core-js/actual/url-search-params';
import 'web-streams-polyfill/polyfill';
