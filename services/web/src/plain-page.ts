import { COLORS } from '@cytocomm/composition';
import escapeHtml from 'escape-html';

/** Returns a page without scripts, for what cannot be shown. `content` is HTML. */
export function plainPage(title: string, content: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Cytocomm</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;background:${COLORS.paper};color:${COLORS.ink};font:16px/1.6 system-ui,sans-serif}
main{max-width:60ch}
h1{font-size:1.95rem;line-height:1.15;margin:0 0 16px}
a{color:${COLORS.teal}}
code{color:${COLORS.slate}}
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content.join('\n')}
</main>
</body>
</html>
`;
}
