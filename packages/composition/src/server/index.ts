// For server builds of a frame: what their pages find of the web's globals, and text of what React writes.

import './web-globals.ts';

export { textOf } from './utf8.ts';
