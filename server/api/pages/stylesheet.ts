import { endpoint } from '#api/http/endpoint.ts'
import { respond } from '#api/http/response.ts'
import { baseCss } from '#kit/text/page-design.ts'
import { dashboardCss } from './dashboard/dashboard-css.ts'

const css = `${baseCss}
label { display: block; margin: 1.1rem 0 .3rem; font-weight: 600; }
.hint { margin: .1rem 0 .4rem; color: var(--muted); font-size: .925rem; }
input { width: 100%; min-height: 48px; padding: .6rem .8rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid=true] { border: 2px solid var(--wrong); }
button, a.button { display: block; width: 100%; min-height: 48px; margin-top: 1.5rem; padding: .65rem 1rem; font: inherit; font-weight: 600;
  cursor: pointer; text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent);
  border: 2px solid var(--accent); border-radius: 10px; }
button:hover, a.button:hover { filter: brightness(1.08); }
button + button, a.button + a.button { margin-top: .75rem; }
button.quiet, a.button.quiet { color: var(--accent); background: transparent; }
form ~ form button.quiet, a.button.quiet { margin-top: .75rem; border-color: transparent; text-decoration: underline; text-underline-offset: .2em; }
form + .hint { margin-top: 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
label.right { display: grid; grid-template-columns: auto 1fr; align-items: start; gap: .75rem; min-height: 44px;
  margin: 0; padding: .6rem 0; font-weight: 400; border-bottom: 1px solid var(--soft); cursor: pointer; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; min-height: 0; margin: .15rem 0 0; accent-color: var(--accent); }
nav { margin-top: 1.25rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .55rem 0; }
.problem { margin: 0 0 1rem; padding: .7rem .9rem; color: var(--wrong); background: var(--wrong-ground);
  border: 1px solid; border-left-width: 5px; border-radius: 8px; }
code { font: .95em/1.5 ui-monospace, monospace; }
.verifier { display: block; padding: .8rem; user-select: all; font-size: 1.1rem; border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .5rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--soft); }
@media print { body { background: none; } main { border: 0; box-shadow: none; } }
${dashboardCss}`

export const getStylesheet = endpoint({
  method: 'GET',
  path: '/style.css',
  access: 'anyone',
  summary: 'The style of the pages',
  isStatic: true,
  produces: 'text/css',
  handle: async () =>
    respond(css, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' },
    }),
})
