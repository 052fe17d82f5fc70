// In jest a CSS module answers each class name with itself, so tests can read them.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
