import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What each node leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const API = 'services/api/src/';
/** A folder of the API is `layer/domain`. */
const FOLDER_DEPTH = 2;
const IMPORT = /^(?:import|export)\s[^;'"]*?\bfrom\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Returns which product file of a checkout imports which by path, types included. */
export function fileGraph(root: string): Graph {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.|\.spec\.|\/testing\/|\/template\//.test(path));
  return new Map(
    files.map((path) => {
      const imports = readFileSync(join(root, path), 'utf8').matchAll(IMPORT);
      return [
        path,
        new Set([...imports].map(([, from, bare, late]) => join(dirname(path), from ?? bare ?? late ?? ''))),
      ];
    }),
  );
}

/** Returns which folder of the API imports which. */
export function folderGraph(files: Graph): Graph {
  const folderOf = (path: string) => dirname(path.slice(API.length)).split('/').slice(0, FOLDER_DEPTH).join('/');
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    if (!path.startsWith(API)) continue;
    const folder = folderOf(path);
    const next = folders.get(folder) ?? new Set();
    for (const target of targets) if (target.startsWith(API) && folderOf(target) !== folder) next.add(folderOf(target));
    folders.set(folder, next);
  }
  return folders;
}

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  return reached;
}

/** Returns the groups of nodes that all lead to each other, each sorted. */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]));
  const inCircles = [...graph.keys()].filter((node) => reach.get(node)?.has(node)).sort();
  const circles = inCircles.map((node) =>
    inCircles.filter((other) => reach.get(node)?.has(other) && reach.get(other)?.has(node)),
  );
  return circles.filter(([first], index) => first === inCircles[index]);
}
