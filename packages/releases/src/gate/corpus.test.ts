import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GateRule, Release } from '@cytocomm/contract';
import { describeRelease, type ReleaseFacts, readManifest } from '../release-manifest.ts';
import { checkRelease } from './check-release.ts';
import { GateRefused, passGate } from './gate-check.ts';

// Releases with one fault each, and releases that look like it and have none. Files are as webpack leaves them.

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gate-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const OWN = 'mfe-lab_page-card-a1B2c3';
const CHUNK = '(self.webpackChunkmfe_lab=self.webpackChunkmfe_lab||[]).push([[0],{';

/** A chunk of one module, which names the class of the style sheet. */
const chunk = (code: string) => `"use strict";${CHUNK}325(e,t,r){r.d(t,{default:()=>n});let o={card:"${OWN}"};${code}
let n=()=>r(7).jsx("button",{className:o.card})}}]);`;

interface Change {
  readonly code?: string;
  readonly css?: string;
  readonly facts?: Partial<ReleaseFacts>;
  readonly contributions?: Partial<Release['contributions']>;
  readonly files?: Readonly<Record<string, string>>;
  /** What becomes of the folder after its manifest was made. */
  readonly after?: (dir: string) => void;
}

function write(path: string, content: string): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function makeRelease({ code = '', css = '', facts, contributions, files = {}, after }: Change): Release {
  write('remote-entry.js', 'var mfe_lab;(()=>{"use strict";mfe_lab={get(){},init(){}}})();');
  write('Page.js', chunk(code));
  write('Page.css', `.${OWN}{color:red}${css}`);
  for (const [path, content] of Object.entries(files)) write(path, content);
  const described = describeRelease(dir, {
    name: 'mfe-lab',
    title: 'Lab',
    version: '1.2.3',
    contract: '^1.0.0',
    entry: 'remote-entry.js',
    shared: {},
    components: { Page: { scripts: ['Page.js'], styles: ['Page.css'] } },
    ...facts,
    contributions: {
      routes: [{ path: '/lab', component: 'Page', title: 'Lab', public: true }],
      links: [],
      sections: [],
      overlays: [],
      ...contributions,
    },
  });
  write('release.json', JSON.stringify(described));
  const release = readManifest(dir);
  after?.(dir);
  return release;
}

const route = (path: string) => ({ routes: [{ path, component: 'Page', title: 'Lab', public: true }] });

const broken: readonly [string, GateRule, RegExp, Change][] = [
  ['a file altered', 'files', /Page\.js has other content/, { after: () => write('Page.js', chunk('1')) }],
  ['a file missing', 'files', /Page\.css is missing/, { after: (root) => rmSync(join(root, 'Page.css')) }],
  ['a file not listed', 'files', /More\.js is not listed/, { after: () => write('More.js', '') }],
  ['a link', 'files', /host is no plain file/, { after: (root) => symlinkSync('/etc/hostname', join(root, 'host')) }],
  ['a twin of nothing', 'files', /Page\.svg\.br is not listed/, { after: () => write('Page.svg.br', '') }],
  ['a twin of other content', 'files', /Page\.js\.gz does not unpack/, { after: () => write('Page.js.gz', 'x') }],
  [
    'another manifest',
    'files',
    /release\.json is another/,
    { after: () => write('release.json', JSON.stringify({ name: 'mfe-lab' })) },
  ],

  ['a document', 'files', /end with \.html/, { files: { 'help.html': '<script src="help.js"></script>' } }],
  ['a document in capitals', 'files', /end with \.XHTML/, { files: { 'help.XHTML': '' } }],
  ['a document of another kind', 'files', /end with \.pdf/, { files: { 'more/a.pdf': '' } }],

  ['a page of the API', 'reserved-addresses', /\/api\/foo is below \/api/, { contributions: route('/api/foo') }],
  ['a page among releases', 'reserved-addresses', /below \/releases/, { contributions: route('/releases/x') }],
  ['the health check', 'reserved-addresses', /\/healthz/, { contributions: route('/healthz') }],
  ['the dashboard', 'reserved-addresses', /\/dashboard/, { contributions: route('/dashboard') }],
  ['below the dashboard', 'reserved-addresses', /\/dashboard/, { contributions: route('/dashboard/lab') }],
  [
    'the sign-in page of another remote',
    'reserved-addresses',
    /auth-handler/,
    { contributions: route('/auth-handler') },
  ],
  ['a slash at the end', 'reserved-addresses', /needless slash/, { contributions: route('/lab/') }],
  ['two slashes', 'reserved-addresses', /needless slash/, { contributions: route('/lab//deep') }],

  ['a public page of 300 KB', 'size', /Page loads 3\d\d KB/, { code: `let big="${'x'.repeat(300_000)}";` }],
  [
    'a section of more than 1 MB',
    'size',
    /Page loads 11\d\d KB/,
    { code: `let big="${'x'.repeat(1_100_000)}";`, contributions: { routes: [] } },
  ],
  [
    'an entry of 300 KB',
    'size',
    /Page loads 3\d\d KB/,
    { files: { 'remote-entry.js': `var mfe_lab="${'x'.repeat(300_000)}";` } },
  ],
  [
    'a manifest of more than 100 KB',
    'size',
    /Every page carries 1\d\d KB/,
    {
      files: { 'none.svg': '' },
      facts: {
        components: {
          Page: { scripts: ['Page.js'], styles: ['Page.css'] },
          Other: { scripts: [], styles: Array.from({ length: 10_000 }, () => 'none.svg') },
        },
      },
    },
  ],
  ['files of 11 MB', 'size', /All files are 11\d\d\d KB/, { files: { 'film.svg': 'x'.repeat(11_000_000) } }],

  ['an element', 'styles', /"body" styles elements of others/, { css: 'body{display:none}' }],
  ['everything', 'styles', /"\*"/, { css: '*{margin:0}' }],
  ['the root', 'styles', /":root"/, { css: ':root{--space-1:0}' }],
  ['a class of others', 'styles', /"\.button"/, { css: '.button{display:none}' }],
  ['an element in a media query', 'styles', /"h1"/, { css: '@media print{h1{color:red}}' }],
  ['what stands beside it', 'styles', /\+p/, { css: `.${OWN}+p{color:red}` }],
  ['one of two selectors', 'styles', /nav/, { css: `.${OWN},nav{color:red}` }],
  ['one of two in :is()', 'styles', /:is/, { css: `:is(.${OWN},main) p{color:red}` }],
  ['everything but its own', 'styles', /:not/, { css: `:not(.${OWN}){color:red}` }],
  ['what holds it', 'styles', /:has/, { css: `main:has(.${OWN}){display:none}` }],
  ['a top-level &', 'styles', /& body/, { css: '& body{display:none}' }],
  ['a top-level & in a media query', 'styles', /& body/, { css: '@media print{& body{display:none}}' }],
  ['a scope of others', 'styles', /& p/, { css: '@scope (body){& p{color:red}}' }],
  ['a nested way out', 'styles', /:is/, { css: `.${OWN}{:is(&,body){color:red}}` }],
  ['an import', 'styles', /@import/, { css: '', files: { 'more.css': '@import "https://elsewhere.example/a.css";' } }],
  ['a class of another remote', 'styles', /mfe-shop_page/, { css: '.mfe-shop_page-card-a1B2c3{color:red}' }],
  ['a class of a remote of a longer name', 'styles', /mfe-lab-2_/, { css: '.mfe-lab-2_page-card-a1B2c3{color:red}' }],
  ['a class of the kit', 'styles', /shell_Button/, { css: '.shell_Button-button-a1B2c3{display:none}' }],
  [
    'an import by a layer of its own',
    'styles',
    /@import/,
    { css: '', files: { 'more.css': '@import "a.css" layer(a);' } },
  ],
  ['a font of the kit', 'styles', /inter for the/, { css: '@font-face{font-family:"Inter";src:url(x.woff2)}' }],
  [
    'a font that is named twice',
    'styles',
    /inter for the/,
    { css: '@font-face{font-family:mfe-lab_a;font-family:Inter;src:url(x.woff2)}' },
  ],
  ['a family of fonts', 'styles', /serif for the/, { css: '@font-face{font-family:serif;src:url(x.woff2)}' }],
  ['variants of a font of the kit', 'styles', /inter/, { css: '@font-feature-values Inter{@styleset{a:1}}' }],
  ['a palette', 'styles', /dark/, { css: '@font-palette-values --dark{font-family:Inter}' }],
  ['keyframes of any name', 'styles', /name turn/, { css: '@keyframes turn{to{color:red}}' }],
  ['keyframes by a text', 'styles', /name turn/, { css: '@keyframes "turn"{to{color:red}}' }],
  ['keyframes with a prefix', 'styles', /name turn/, { css: '@-webkit-keyframes turn{to{color:red}}' }],
  ['keyframes in a media query', 'styles', /name turn/, { css: '@media print{@keyframes turn{to{color:red}}}' }],
  ['keyframes in a layer', 'styles', /name turn/, { css: '@layer{@keyframes turn{to{color:red}}}' }],
  ['the layer of the kit', 'styles', /name kit/, { css: `@layer kit{.${OWN}{color:red}}` }],
  ['an order of layers', 'styles', /name kit/, { css: '@layer mfe-lab_a,kit,base;' }],
  ['a layer inside that of the kit', 'styles', /name kit/, { css: '@layer kit.mfe-lab_a;' }],
  ['a variable of the kit', 'styles', /space-1/, { css: '@property --space-1{syntax:"*";inherits:false}' }],
  ['a counter style', 'styles', /name decimal-2/, { css: '@counter-style decimal-2{system:cyclic;symbols:a}' }],
  ['the printed page', 'styles', /@page/, { css: '@page{margin:0}' }],
  ['a transition between pages', 'styles', /@view-transition/, { css: '@view-transition{navigation:auto}' }],
  ['an unknown rule', 'styles', /@anything/, { css: '@anything{a:b}' }],
  ['another document', 'styles', /@-moz-document/, { css: '@-moz-document url-prefix(){body{color:red}}' }],
  ['an identity', 'styles', /#main/, { css: '#main{display:none}' }],
  ['a selection anywhere', 'styles', /::selection/, { css: '::selection{color:red}' }],

  ['another fetch', 'globals', /fetch is changed/, { code: 'window.fetch=()=>{};' }],
  ['another fetch, by index', 'globals', /fetch is changed/, { code: 'globalThis["fetch"]=()=>{};' }],
  ['another fetch, bare', 'globals', /fetch is a global/, { code: 'fetch=()=>{};' }],
  ['a global of its own', 'globals', /labState is changed/, { code: 'self.labState={};' }],
  ['a global by index', 'globals', /a property is changed/, { code: 'for(let k of "ab")window[k]=1;' }],
  ['a global counted up', 'globals', /visits is changed/, { code: 'window.visits++;' }],
  ['a global deleted', 'globals', /fetch is changed/, { code: 'delete window.fetch;' }],
  ['a global out of a pattern', 'globals', /fetch is changed/, { code: '({a:window.fetch}={a:1});' }],
  ['a global over two names', 'globals', /fetch is changed/, { code: 'window.self.fetch=1;' }],
  ['a global by defineProperty', 'globals', /defineProperty/, { code: 'Object.defineProperty(window,"fetch",{});' }],
  ['globals by assign', 'globals', /Object\.assign/, { code: 'Object.assign(globalThis,{fetch:1});' }],
  ['a global by Reflect', 'globals', /Reflect\.set/, { code: 'Reflect.set(window,"fetch",1);' }],
  ['a handler of the window', 'globals', /onerror/, { code: 'window.onerror=()=>true;' }],
  ['another fetch, by a variable', 'globals', /fetch is changed/, { code: 'const w=window;w.fetch=()=>{};' }],
  ['another function of a global', 'globals', /isArray is changed/, { code: 'Array.isArray=()=>true;' }],
  ['another way through the history', 'globals', /pushState/, { code: 'history.pushState=()=>{};' }],
  ['a global in a loop', 'globals', /fetch is changed/, { code: 'for(window.fetch of [1]);' }],
  ['the chunks of another remote', 'globals', /webpackChunkshell/, { code: 'self.webpackChunkshell=[];' }],
  ['another map', 'globals', /map is changed/, { code: 'Array.prototype.map=()=>[];' }],
  ['another map, by the window', 'globals', /map is changed/, { code: 'window.Array.prototype.map=()=>[];' }],
  ['another map, by __proto__', 'globals', /map is changed/, { code: '[].__proto__.map=()=>[];' }],
  ['a method for all texts', 'globals', /defineProperty/, { code: 'Object.defineProperty(String.prototype,"x",{});' }],
  ['an emptied storage', 'globals', /localStorage\.clear/, { code: 'let f=()=>localStorage.clear();' }],
  ['an emptied session storage', 'globals', /clear\(\)/, { code: 'let f=()=>window.sessionStorage.clear();' }],
  ['a cookie', 'globals', /a cookie goes with/, { code: 'let f=()=>{document.cookie="lab=1;path=/"};' }],
  ['a cookie by the window', 'globals', /a cookie/, { code: 'let f=()=>{window.document.cookie=`lab=1`};' }],
  ['a cookie in pieces', 'globals', /a cookie/, { code: 'let d=document,f=(k,v)=>{d.cookie=k+"="+v};' }],
  ['a cookie by the store', 'globals', /a cookie/, { code: 'let f=()=>cookieStore.set("lab","1");' }],
  [
    'a service worker',
    'globals',
    /a service worker stays/,
    { code: 'let f=()=>window.navigator.serviceWorker?.register("sw.js");' },
  ],
  ['frozen lists', 'globals', /Object\.freeze keeps/, { code: 'Object.freeze(Array.prototype);' }],
  ['frozen objects', 'globals', /Object\.seal/, { code: 'Object.seal(window.Object.prototype);' }],
  ['a frozen built-in', 'globals', /preventExtensions/, { code: 'Reflect.preventExtensions(Promise);' }],
  ['a frozen window', 'globals', /Object\.freeze/, { code: 'const w=globalThis;Object.freeze(w);' }],
  ['a timer at once', 'globals', /setInterval is called/, { code: 'setInterval(()=>{},1e3);' }],
  ['a timer at once, in a function', 'globals', /setTimeout/, { code: '(()=>{setTimeout(()=>{},0)})();' }],
  ['a timer at once, by call', 'globals', /setTimeout/, { code: '(function(){setTimeout(()=>{},0)}).call(null);' }],
  [
    'a timer at once, in an array of modules',
    'globals',
    /setTimeout/,
    { files: { 'more.js': `${CHUNK.slice(0, -1)}[()=>{setTimeout(()=>{},0)}]]);` } },
  ],
  [
    'a timer at once, in the entry',
    'globals',
    /setTimeout/,
    { files: { 'remote-entry.js': 'var mfe_lab;(()=>{var m={12(){setTimeout(()=>{},0)},federation(){}}})();' } },
  ],
  ['a module script', 'globals', /it is an ES module/, { files: { 'more.mjs': 'export const a=1;window.fetch=a;' } }],
  ['a global script', 'globals', /lab becomes a global/, { files: { 'more.js': 'var lab=1;' } }],
  ['no script', 'globals', /cannot be parsed/, { files: { 'more.js': 'let let = ;' } }],
  ['a global by a key', 'globals', /fetch is changed/, { code: 'let k="fetch";globalThis[k]=1;' }],
  ['a global by a key that is set later', 'globals', /fetch is/, { code: 'var k;k=`fetch`;globalThis[k]=1;' }],
  ['a key that changes', 'globals', /a property is/, { code: 'var k="__a";globalThis[k]=1;k="fetch";' }],
  ['a key that is handed over', 'globals', /a property is/, { code: 'let f=k=>{globalThis[k]=1};' }],
  [
    'a remote as Vite leaves it',
    'globals',
    /it is an ES module.*make one classic script of all/,
    {
      files: {
        'remote-entry.js': 'var mfe_lab=(()=>({get:n=>import("./module.js").then(m=>m.get(n)),init(){}}))();',
        'module.js': 'import{a}from"./assets/a.js";globalThis.x=a;export const get=()=>a,init=()=>{};',
      },
    },
  ],
];

test.each(broken)('%s is refused by the rule %s', (_, rule, words, change) => {
  const checks = checkRelease(dir, makeRelease(change));
  const refused = checks.filter(({ outcome }) => outcome === 'refused');
  expect(new Set(refused.map((check) => check.rule))).toEqual(new Set([rule]));
  expect(refused[0]?.message).toMatch(words);
  expect(refused[0]?.message).toMatch(/^mfe-lab 1\.2\.3-[0-9a-f]{12}: /);
  expect(() => passGate(checks)).toThrow(GateRefused);
});

const good: readonly [string, Change][] = [
  ['a plain page', {}],
  ['elements inside its own', { css: `.${OWN} p,.${OWN}>*+*,.${OWN} :global,body .${OWN}{color:red}` }],
  ['its own by :is and :where', { css: `:where(.${OWN}):hover,:is(.${OWN} a,.${OWN} b){color:red}` }],
  ['parts of its own', { css: `.${OWN}::before,.${OWN}::selection{content:""}` }],
  ['classes of a library inside its own', { css: `.${OWN} .MuiTable-row{color:red}` }],
  ['nested rules', { css: `.${OWN}{p{color:red}&:hover{color:blue}@media print{color:black}}` }],
  ['a scope of its own', { css: `@scope (.${OWN}){p{color:red}:scope{color:blue}&{color:green}}` }],
  [
    'layers and conditions',
    { css: `@layer mfe-lab_a{.${OWN}{color:red}}@container (width>1px){.${OWN} p{color:red}}` },
  ],
  [
    'layers of its own, and in them',
    { css: `@layer mfe-lab_a,mfe-lab_b.kit;@layer{@layer kit{.${OWN}{color:red}}}@layer mfe-lab_b{@layer a,b;}` },
  ],
  ['a class that no script names', { css: '.mfe-lab_gone-Zz09_-{color:red}' }],
  [
    'keyframes and a font',
    { css: '@keyframes mfe-lab_in{to{color:red}}@font-face{font-family:"MFE-Lab_Mono";src:url(x.woff2)}' },
  ],
  [
    'a property, a counter style and a palette',
    {
      css: `@property --mfe-lab_angle{syntax:"<angle>";inherits:false;initial-value:0deg}
@counter-style mfe-lab_steps{system:cyclic;symbols:a}@font-palette-values --mfe-lab_dark{font-family:mfe-lab_mono}`,
    },
  ],
  ['classes of the kit inside its own', { css: `.${OWN} .shell_Button-button-a1B2c3{color:red}` }],
  ['a variable that is set', { css: `.${OWN}{--space-1:0}` }],
  ['a variable called window', { code: 'let f=window=>{window.fetch=1};' }],
  ['a class with a prototype', { code: 'class A{}A.prototype.map=()=>[];function B(){}B.prototype.x=1;' }],
  ['a listener', { code: 'let f=()=>window.addEventListener("resize",f);' }],
  ['a timer in an effect', { code: 'let f=()=>{let t=setTimeout(f,1);return()=>clearTimeout(t)};' }],
  [
    'a key of its own in the storage',
    { code: 'let f=()=>{localStorage.setItem("lab",1);localStorage.removeItem("lab")};' },
  ],
  [
    'properties of its own objects',
    { code: 'let a={};a.fetch=1;Object.assign(a,{b:1});Object.defineProperty(a,"c",{});' },
  ],
  [
    'an object of functions',
    { code: 'let api={start(){setTimeout(()=>{},1)},stop(){}};let steps=[()=>{setTimeout(()=>{},1)}];' },
  ],
  ['what it freezes of its own', { code: 'let a=[];Object.freeze(a);class A{}Object.freeze(A.prototype);' }],
  ['cookies that it reads', { code: 'let f=()=>document.cookie.split(";");let g=()=>cookieStore.get("lab");' }],
  ['a library that can write cookies', { code: 'let f=t=>{document.cookie=t.join("; ")};' }],
  ['service workers that it looks at', { code: 'let f=()=>navigator.serviceWorker.getRegistrations();' }],
  ['a title and a value', { code: 'let f=()=>{document.title="Lab";localStorage.lab=1};' }],
  ['a navigation', { code: 'let f=()=>{window.location="/about"};let g=()=>{location="/about"};' }],
  [
    'the global of a library',
    { code: 'let c=(globalThis.__lab_config={});Object.assign(globalThis.__lab_config,{a:1});' },
  ],
  ['the build for the server', { files: { '.server/bundle.cjs': 'globalThis.fetch=1;module.exports={};' } }],
  ['a worker', { files: { 'worker.js': 'self.onmessage=()=>{postMessage(1)};onmessageerror=()=>{};' } }],
  [
    'chunks of another bundler',
    { files: { 'more.js': '(self.rspackChunkmfe_lab=self.rspackChunkmfe_lab||[]).push([[1],{}]);' } },
  ],
  [
    'what the federation of Vite keeps',
    {
      code: `typeof __VUE_HMR_RUNTIME__>"u"&&(globalThis.__VUE_HMR_RUNTIME__={});let k="__mf_module_cache__",i;
globalThis[k]||={share:{}};globalThis[k].share||={};i=\`__mf_init__virtual:mf:lab.js__\`;globalThis[i]={};`,
    },
  ],
  [
    'what pages load',
    {
      files: {
        'a.svg': '<svg/>',
        'a.woff2': '',
        'a.wasm': '',
        'a.js.map': '{}',
        'a.JPG': '',
        LICENSE: '',
        'a.txt': '',
      },
    },
  ],
  ['variables made of each other', { code: 'var a=b,b=a,c=c.next;a.x=1;b.clear();c.y=1;' }],
  ['a map that is cleared', { code: 'let m=new Map;m.clear();' }],
  ['a way to another page', { code: 'let f=()=>{window.location.href="/about"};' }],
  [
    'the sign-in remote at its own address',
    { facts: { name: 'mfe-auth' }, contributions: route('/auth-handler'), files: { 'Page.js': '', 'Page.css': '' } },
  ],
  ['an address that only begins like one of the portal', { contributions: route('/apiary') }],
];

test.each(good)('%s passes', (_, change) => {
  const name = change.facts?.name ?? 'mfe-lab';
  const entry = `var ${name.replace('-', '_')};(()=>{})();`;
  const release = makeRelease({ ...change, files: { 'remote-entry.js': entry, ...change.files } });
  const checks = checkRelease(dir, release);
  expect(checks.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  expect(checks.map(({ rule }) => rule)).toEqual(['files', 'reserved-addresses', 'size', 'styles', 'globals']);
  expect(() => passGate(checks)).not.toThrow();
});

test('a refusal names file, line and column, and every fault', () => {
  const release = makeRelease({ code: 'window.a=1;\nwindow.b=2;', css: '\nbody{color:red}' });
  const checks = checkRelease(dir, release);
  const places = checks.filter(({ outcome }) => outcome === 'refused').map(({ place }) => place);
  expect(places).toEqual(['Page.css:2:1', expect.stringMatching(/^Page\.js:1:\d+$/), 'Page.js:2:1']);
});

test('the shell is the frame of the page: its styles and globals are its own', () => {
  const release = makeRelease({ css: 'body{margin:0}', code: 'window.a=1;', facts: { name: 'shell' } });
  expect(() => passGate(checkRelease(dir, release))).not.toThrow();
});
