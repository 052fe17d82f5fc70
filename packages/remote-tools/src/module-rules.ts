import { createRequire } from 'node:module';
import { styleNamePrefix } from '@cytocomm/composition';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';

const require = createRequire(import.meta.url);

/** `production` is minified and hashed by content; `development` is readable. */
export type BuildMode = 'production' | 'development';

/** The name of a picture or a font in a build. */
export const ASSET_NAME = '[name].[contenthash:8][ext]';

/** Whose sources some rules of a build are for. */
export interface Workspace {
  readonly name: string;
  readonly dir: string;
}

/**
 * Returns how CSS modules are named: class names and keyframes begin with the workspace's name, which the gate asks for, so that no two builds meet. They are
 * hashed by path below the workspace, so the browser's and the server's build agree on them.
 */
export function cssModules(mode: BuildMode, { name, dir }: Workspace) {
  const file = mode === 'production' ? '[1]' : '[path][1]';
  return {
    localIdentContext: dir,
    localIdentHashSalt: name,
    auto: /\.module\.css$/,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentRegExp: /([^/\\]+)\.module\.css$/,
    localIdentName: `${styleNamePrefix(name)}${file}-[local]-[hash:base64:6]`,
  } as const;
}

/**
 * The module rules that every browser build of the portal uses, for the sources of `workspace`, by whose name its class
 * names begin. `hot` adds React Refresh and React's development JSX, for a page that bundles React itself: a remote takes
 * `react/jsx-runtime` from the shell, which shares no other.
 */
export function moduleRules(mode: BuildMode, workspace: Workspace, hot = false): RuleSetRule[] {
  return [
    {
      test: /\.[jt]sx?$/,
      exclude: /node_modules/,
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: hot, refresh: hot } },
        },
      },
    },
    {
      test: /\.css$/,
      use: [
        MiniCssExtractPlugin.loader,
        {
          loader: require.resolve('css-loader'),
          options: { modules: cssModules(mode, workspace) },
        },
      ],
    },
    { test: /\.(woff2|avif|webp|png|svg)$/, type: 'asset/resource' },
  ];
}
