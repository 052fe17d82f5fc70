class FakeSheet {
  cssRules: string[] = [];
  insertRule(rule: string, at: number) {
    this.cssRules.splice(at, 0, rule);
  }
  replaceSync() {
    this.cssRules = [];
  }
}

const adopted: FakeSheet[] = [];

beforeAll(() => {
  Object.defineProperty(globalThis, 'CSSStyleSheet', { value: FakeSheet, configurable: true });
  Object.defineProperty(document, 'adoptedStyleSheets', { value: adopted, configurable: true });
});

test('emotion’s rules go into one adopted sheet, in their order and in MUI’s layer; no style element is made', async () => {
  const { styleCache } = await import('./themed.tsx');
  const cache = styleCache();
  cache.sheet.insert('.a{color:red}');
  cache.sheet.insert('@keyframes b{to{opacity:0}}');
  expect(styleCache()).toBe(cache);
  expect(adopted.map((sheet) => sheet.cssRules)).toEqual([
    ['@layer mui{.a{color:red}}', '@layer mui{@keyframes b{to{opacity:0}}}'],
  ]);
  expect(document.querySelector('style')).toBeNull();
  cache.sheet.flush();
  expect(adopted[0]?.cssRules).toEqual([]);
});
