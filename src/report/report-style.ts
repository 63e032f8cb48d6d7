const colours = [
  ['systemInstruction', '#6f7fe0'],
  ['authoritativeSessionState', '#a566c4'],
  ['approvalSecurityState', '#d0554a'],
  ['artifactReference', '#1f9e8a'],
  ['toolExchange', '#dd8b26'],
  ['conversationalMessage', '#3b93d6'],
  ['summary', '#35a866'],
  ['recoverableSegment', '#b5894a'],
  ['optionalContext', '#8a9e45'],
  ['omissionNotice', '#c26a96'],
  ['requestOverhead', '#8b8f97'],
  ['unclassified', '#b4b7bd'],
] as const

const light = `--page:#fbfbfa;--panel:#fff;--ink:#1c1f24;--soft:#5b626d;--line:#d9dce1;--focus:#1f5fbf;--choice:#e7eefb;
--limit:#c0271f;--threshold:#a86400;--original:#3f4650;--good:#17713f;--warn:#8a5200;--bad:#b3261e;--path:#c2410c`
const dark = `--page:#14171b;--panel:#1c2026;--ink:#e8eaed;--soft:#a3aab5;--line:#363c45;--focus:#8ab4f8;--choice:#263449;
--limit:#ff8a80;--threshold:#ffc061;--original:#cfd4dc;--good:#6fd39a;--warn:#ffc061;--bad:#ff9a91;--path:#ff9d5c`

/** The look of the report, dark and light. */
export const reportStyle = `
:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:16px 24px 0}
main{padding:0 24px 48px;max-width:1500px}
header,main{margin:0 auto;max-width:1500px}
h1{font-size:22px;margin:0;overflow-wrap:anywhere}
h2{font-size:17px;margin:0 0 6px}
h3{font-size:14px;margin:14px 0 4px}
p{margin:4px 0}
section{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:16px;margin-top:16px}
.hint{color:var(--soft);font-size:13px}
#summary{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0 0}
#summary div{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:8px 14px;min-width:110px}
dt{color:var(--soft);font-size:12px}
dd{margin:0;font-size:18px;font-variant-numeric:tabular-nums}
button,select,input{font:inherit}
button,select{color:var(--ink);background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:4px 10px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
#overview svg{display:block;width:100%;height:300px}
#legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;padding:0;margin:8px 0 0;font-size:13px}
#legend svg,.key{width:12px;height:12px;vertical-align:-1px;margin-right:6px}
.columns{display:grid;grid-template-columns:minmax(0,1.3fr) minmax(0,1fr);gap:16px}
@media (max-width:1000px){.columns{grid-template-columns:minmax(0,1fr)}}
.filters{display:flex;flex-wrap:wrap;gap:12px;align-items:center;font-size:13px}
.scrolls{overflow:auto}
#table{max-height:520px}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:3px 7px;border-bottom:1px solid var(--line);white-space:nowrap}
th:nth-child(2),td:nth-child(2){text-align:left}
#call th:first-child,#call td:first-child{text-align:left}
thead th{color:var(--soft);font-weight:600}
#table thead th{position:sticky;top:0;background:var(--panel)}
tbody tr{cursor:default}
#table tbody tr[aria-selected=true]{background:var(--choice)}
#table tbody tr:focus-visible{outline-offset:-3px}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
.outcome{font-weight:600}
ol,ul.plain{margin:0;padding-left:22px;font-size:13px}
code{font-size:12px;overflow-wrap:anywhere}
pre{max-height:400px;overflow:auto;font-size:12px;white-space:pre-wrap;overflow-wrap:anywhere}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}
svg .soft{fill:var(--soft)}
.limit{stroke:var(--limit);fill:none;stroke-width:1.5}
.threshold{stroke:var(--threshold);fill:none;stroke-width:1.5;stroke-dasharray:5 4}
.original{stroke:var(--original);fill:none;stroke-width:1.2}
.refused{fill:var(--bad)}
.grid{stroke:var(--line)}
.marker{fill:var(--focus);opacity:.22}
.state{fill:var(--page);stroke:var(--line)}
.end{stroke-width:2.5}
.visited{stroke:var(--path);stroke-width:2.2}
.way{stroke:var(--path);stroke-width:1.8;fill:none}
.tip{fill:var(--path)}
svg .badge{fill:var(--path);font-weight:700;font-size:11px}
#path svg{display:block;min-width:900px;width:100%;max-width:1200px}
${colours.map(([category, colour]) => `.c-${category}{fill:${colour}}`).join('\n')}
`
