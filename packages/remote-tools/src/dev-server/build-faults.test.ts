import type { Stats, StatsError } from 'webpack';
import { faultsOf } from '../watch-workspace.ts';

const dir = '/checkout/mfe-news';

function faultsFrom(...errors: Partial<StatsError>[]) {
  const toJson = () => ({ errors: errors.map((error) => ({ message: '', ...error })) });
  return faultsOf({ toJson } as Partial<Stats> as Stats, 'mfe-news', dir);
}

test.each([
  ['with signs of its own', '╭─['],
  ['in plain letters', ',-['],
])('what swc refuses has its place, %s', (_how, sign) => {
  const message = `Module build failed (from ../node_modules/swc-loader/src/index.js):
Error:   x Expected ',', got '<eof>'
    \u001b[36m${sign}${dir}/src/pages/News.tsx:58:3]\u001b[0m
 58 | console.log("x"
    \`----


Caused by:
    Syntax Error

Stack backtrace:
   0: <unknown>`;
  const [fault] = faultsFrom({ message, moduleName: './src/pages/News.tsx' });
  expect(fault).toMatchObject({ file: 'mfe-news/src/pages/News.tsx', line: 58, column: 3 });
  expect(fault?.text).toMatch(/^x Expected ',', got '<eof>'\n/);
  expect(fault?.text).toContain('[src/pages/News.tsx:58:3]');
  expect(fault?.text).not.toContain('Caused by');
});

test('what css-loader refuses has its place', () => {
  const message = `Module build failed (from ../node_modules/mini-css-extract-plugin/dist/loader.js):
CssSyntaxError

(6:1) ${dir}/src/pages/news.module.css Unclosed block

  5 |
> 6 | .page {
    at Object.loader (/checkout/node_modules/css-loader/dist/index.js:1:2)`;
  const moduleName =
    'css ../node_modules/css-loader/dist/cjs.js??ruleSet[1].rules[1].use[1]!./src/pages/news.module.css';
  expect(faultsFrom({ message, moduleName })).toEqual([
    {
      file: 'mfe-news/src/pages/news.module.css',
      line: 6,
      column: 1,
      text: '(6:1) src/pages/news.module.css Unclosed block\n\n  5 |\n> 6 | .page {',
    },
  ]);
});

test('what webpack itself refuses has its place, counted from 1; what is beside the workspace is shown there', () => {
  const message = "Module not found: Error: Can't resolve './no.ts'";
  expect(faultsFrom({ message, moduleName: '../packages/kit/src/index.ts', loc: '12:0-31' })).toEqual([
    { file: 'packages/kit/src/index.ts', line: 12, column: 1, text: message },
  ]);
  expect(faultsFrom({ message: 'takes all of react' })).toEqual([{ text: 'takes all of react' }]);
});

test('only the first faults are told, and a long one is cut', () => {
  const many = faultsFrom(...Array.from({ length: 9 }, () => ({ message: 'x'.repeat(9000) })));
  expect(many).toHaveLength(5);
  expect(many[0]?.text).toHaveLength(4000);
});
