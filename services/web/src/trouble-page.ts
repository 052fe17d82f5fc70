import { COLORS } from '@cytocomm/composition';

/** Returns the page for failures, without scripts, with the request's id. */
export function renderTroublePage(requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Unexpected Application Error · Cytocomm</title>
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
<h1>Unexpected Application Error</h1>
<p>The portal cannot show this page right now. Nothing you saved is lost. Please try again in a minute.</p>
<p><a href="/">Try the home page</a></p>
<p><code>Request ${requestId}</code></p>
</main>
</body>
</html>
`;
}
