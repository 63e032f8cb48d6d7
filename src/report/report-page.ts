import { createHash } from 'node:crypto'
import type { ChartLayout } from './chart-layout.ts'
import { detailsScript } from './details-script.ts'
import { overviewScript } from './overview-script.ts'
import type { ReportedArtifacts } from './report-artifacts.ts'
import type { ReportedCall } from './report-calls.ts'
import { reportStyle } from './report-style.ts'

export interface ReportData {
  readonly calls: readonly (ReportedCall & { readonly messages?: string })[]
  readonly artifacts: ReportedArtifacts
  readonly chart: ChartLayout
}

/** The page around the data. Its policy lets nothing run or load but what stands in it. */
export function reportPage(title: string, data: ReportData): string {
  const script = `'use strict'\n{\n${overviewScript}\n${detailsScript}\nstart()\n}\n`
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(reportStyle)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const name = escaped(title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${name}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>${name}</h1>
<button type="button" id="theme">Dark or light</button>
</header>
<main>
<dl id="summary"></dl>
<section aria-labelledby="sizes-title">
<h2 id="sizes-title">Size of each call</h2>
<p class="hint">Bars: what was decided, by category. Thin line: what came in. Arrow keys, Home and End choose a call, here and in the table.</p>
<p><label><input type="checkbox" id="scale"> Scale to what came in</label> <span class="hint" id="beyond"></span></p>
<div id="overview" tabindex="0" role="slider" aria-label="Chosen call"></div>
<ul id="legend"></ul>
</section>
<div class="columns">
<section aria-labelledby="calls-title">
<h2 id="calls-title">Calls</h2>
<p class="filters">
<label>Outcome <select id="outcome"><option value="">all</option></select></label>
<label>Run <select id="run"><option value="">all</option></select></label>
<output id="shown"></output>
</p>
<div id="table" class="scrolls">
<table><thead><tr><th>#</th><th>Outcome</th><th>Came in</th><th>Decided</th><th>Attempts</th><th>Rejected</th><th>Prefix kept</th><th>ms</th></tr></thead><tbody></tbody></table>
</div>
</section>
<section aria-labelledby="call-title">
<h2 id="call-title" aria-live="polite">Call</h2>
<div id="call"></div>
</section>
</div>
<section aria-labelledby="path-title">
<h2 id="path-title">Path through the chart</h2>
<p class="hint" id="path-hint"></p>
<div id="path" class="scrolls" tabindex="0" role="region" aria-labelledby="path-title"></div>
</section>
</main>
<script type="application/json" id="data">${embedded(data)}</script>
<script>${script}</script>
</body>
</html>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// Inside a script element only `<` can end it or open a comment.
function embedded(data: ReportData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
