import { endpoint } from '#api/endpoint.ts'
import { Reply } from '#api/reply.ts'

const css = `
:root { color-scheme: light dark; --ink: light-dark(#14213d, #e8ecf4); --ground: light-dark(#f4f6fa, #0e1420);
  --card: light-dark(#fff, #18202f); --line: light-dark(#ccd4e2, #34405a); --accent: light-dark(#0b5fae, #6db3f8); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(26rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; }
.brand { margin: 0; color: var(--accent); font-weight: 700; letter-spacing: .04em; }
h1 { margin: .25rem 0 1rem; font-size: 1.4rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 8px; }
button { width: 100%; margin-top: 1.5rem; padding: .7rem; font: inherit; font-weight: 600; cursor: pointer;
  color: light-dark(#fff, #0e1420); background: var(--accent); border: 0; border-radius: 8px; }
fieldset { margin: 1rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label.right { display: grid; grid-template-columns: auto 1fr; gap: .6rem; margin: .6rem 0; font-weight: 400; cursor: pointer; }
input[type=checkbox] { width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--accent); }
.verifier { display: block; padding: .8rem; overflow-wrap: anywhere; user-select: all; font-size: 1.1rem;
  border: 1px solid var(--line); border-radius: 8px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { padding: .6rem .8rem; border-left: 4px solid light-dark(#b3261e, #ff8a80); background: light-dark(#fdecea, #3a1d1d); }
`.trim()

export const getStylesheet = endpoint({
  method: 'GET',
  path: '/style.css',
  access: 'anyone',
  summary: 'The style of the pages',
  handle: async () =>
    new Reply({
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' },
      body: css,
    }),
})
