import { DOMAINS } from './domains/index.ts';

const NOTE = '// Written by `npm run api` from the domains.\n';

const fileOf = (domain: string) => `${domain.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
const asSentence = (summary: string) => (/[.?]$/.test(summary) ? summary : `${summary}.`);

/**
 * Returns the files of `calls/`, by their names: of what a domain defines method, address and types alone, so that a
 * page that makes a call carries neither schemas nor documentation.
 */
export function browserCalls(): ReadonlyMap<string, string> {
  const files = Object.entries(DOMAINS).map(([domain, definitions]) => {
    const file = fileOf(domain);
    const calls = Object.entries(definitions).map(
      ([name, { method, path, summary }]) =>
        `/** ${asSentence(summary)} */\nexport const ${name} = /* @__PURE__ */ callOf<typeof ${domain}.${name}>('${method}', '${path}');\n`,
    );
    const imports = `import { callOf } from '../call.ts';\nimport type ${domain} from '../domains/${file}';\n`;
    return [file, `${NOTE}\n${imports}\n${calls.join('')}`] as const;
  });
  const list = Object.keys(DOMAINS).map((domain) => `export * from './${fileOf(domain)}';\n`);
  return new Map([...files, ['index.ts', `${NOTE}\n${list.join('')}`]]);
}
