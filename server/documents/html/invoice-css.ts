/** Style of the page: the colours and proportions of the PDF, on screens of any width and on paper. */
export const invoiceCss = `
:root { color-scheme: light; --ink: #13213c; --muted: #5a6780; --accent: #0a5aa8; --line: #d7dfea; --panel: #f3f6fa; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #e9eef5; font: .875rem/1.5 Inter, system-ui, sans-serif; }
main, footer { max-width: 52rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 6vw, 3.5rem); background: #fff; overflow-wrap: anywhere; }
main { margin-top: 1.5rem; border-top: 6px solid var(--accent); border-radius: 4px 4px 0 0; }
footer { margin-bottom: 1.5rem; padding-top: 0; color: var(--muted); font-size: .75rem; border-radius: 0 0 4px 4px; }
p { margin: 0; }
h1 { margin: 0; font-size: 2rem; line-height: 1.1; letter-spacing: -.01em; }
h2 { margin: 2rem 0 .6rem; font-size: 1.05rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-bottom: 2rem; }
.mark { max-width: 22rem; max-height: 4rem; color: var(--accent); font-size: 1.4rem; font-weight: 600; }
.title { text-align: right; color: var(--ink); }
.title p, .muted { color: var(--muted); }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1.5rem; }
.parties h2, .panel h2, dt { margin: 0 0 .2rem; color: var(--muted); font-size: .75rem; font-weight: 600; }
dl, dd { margin: 0; }
.parties dd { margin-bottom: .5rem; }
.panel { display: flex; flex-wrap: wrap; gap: 1.5rem 2rem; align-items: center; margin-top: 1.5rem; padding: 1.25rem 1.5rem;
  background: var(--panel); border-radius: 10px; }
.panel .how { flex: 1 1 18rem; min-width: 0; }
.panel dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .8rem; margin-top: .5rem; }
.panel dt { margin: 0; font-weight: 400; line-height: 1.75; }
.amount { color: var(--accent); font-size: 2rem; font-weight: 600; line-height: 1.2; }
.code { width: 7rem; background: #fff; fill: var(--ink); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: inherit; text-align: left; }
td { text-align: right; white-space: nowrap; }
tr { break-inside: avoid; }
.totals { margin-bottom: 1rem; }
.totals th, .totals td { padding: .3rem 0; border-top: 1px solid var(--line); }
.totals th { color: var(--muted); }
.totals .total :is(th, td) { color: inherit; font-weight: 600; border-color: var(--muted); }
.totals .due :is(th, td) { padding: .55rem .9rem; color: #fff; background: var(--ink); border: 0; font-size: 1.05rem; font-weight: 600;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.totals .due th { border-radius: 6px 0 0 6px; }
.totals .due td { border-radius: 0 6px 6px 0; }
.usage thead th { padding-bottom: .4rem; color: var(--muted); font-size: .75rem; font-weight: 600; border-bottom: 1.5px solid; border-color: var(--ink); }
.usage thead th:nth-child(n+3) { text-align: right; }
.usage td, .usage th { padding: .2rem 0 .2rem .8rem; vertical-align: top; }
.usage td:first-child { color: var(--muted); text-align: left; white-space: normal; }
.usage th:first-child { padding-left: 0; }
.usage td:nth-child(2):not(:last-child) { text-align: left; }
.usage td:not(:first-child):not(:last-child) { color: var(--muted); }
.usage .section :is(th, td) { padding-top: 1rem; color: var(--accent); font-size: 1.05rem; font-weight: 600; }
.usage :is(.group, .single) :is(th, td) { padding-top: .45rem; border-top: 1px solid var(--line); }
.usage :is(.group, .single) th, .usage :is(.group, .single) td:last-child { font-weight: 600; }
.usage .single span { color: var(--muted); font-weight: 400; }
@media (max-width: 40rem) {
  .title { text-align: left; }
  .usage thead { display: none; }
  .usage tr { display: grid; grid-template-columns: auto 1fr auto; }
  .usage tr > :first-child { grid-area: 1 / 1 / auto / span 2; }
  .usage tr > :last-child { grid-area: 1 / 3; }
  .usage .single td:not(:last-child) { padding-top: .2rem; border-top: 0; }
}
@page { margin: 14mm; }
@media print { body { background: none; } main, footer { max-width: none; margin: 0; padding: 0; border: 0; } .panel { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`
