import { endpoint } from '#api/endpoint.ts'
import { Reply } from '#api/reply.ts'

const css = `
:root { color-scheme: light dark; --ink: #13213c; --muted: #49576f; --sky: #dfe8f3; --ground: #f3f6fa; --card: #fff;
  --line: #76839b; --soft: #d7dfea; --accent: #0a5aa8; --on-accent: #fff; --wrong: #9b1c14; --wrong-ground: #fdeeec; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef7; --muted: #aebad0; --sky: #142136; --ground: #0c131e; --card: #17212f;
    --line: #7e8ca6; --soft: #2c3950; --accent: #82bfff; --on-accent: #0a1a2e; --wrong: #ffb4ab; --wrong-ground: #3b1c1c; }
}
* { box-sizing: border-box; }
html { background: var(--ground); -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; padding: 1rem; display: flex; flex-direction: column; align-items: center;
  color: var(--ink); background: linear-gradient(var(--sky), var(--ground) 22rem); font: 1rem/1.55 system-ui, sans-serif; }
header { display: flex; align-items: center; gap: .6rem; margin: clamp(.5rem, 6vh, 4rem) 0 1.25rem;
  font-size: 1.25rem; font-weight: 700; letter-spacing: .01em; }
header svg { width: 2.25rem; height: 2.25rem; color: var(--accent); }
main { width: 100%; max-width: 27rem; padding: clamp(1.25rem, 6vw, 2rem); background: var(--card);
  border: 1px solid var(--soft); border-radius: 16px; box-shadow: 0 12px 32px -18px rgb(10 30 60 / .45); overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 1.75rem 0 .25rem; font-size: 1.1rem; }
p { margin: .75rem 0; }
a { color: var(--accent); text-underline-offset: .2em; border-radius: 6px; }
label { display: block; margin: 1.1rem 0 .3rem; font-weight: 600; }
.hint { margin: .1rem 0 .4rem; color: var(--muted); font-size: .925rem; }
input { width: 100%; min-height: 48px; padding: .6rem .8rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid=true] { border: 2px solid var(--wrong); }
button { width: 100%; min-height: 48px; margin-top: 1.5rem; padding: .65rem 1rem; font: inherit; font-weight: 600;
  cursor: pointer; color: var(--on-accent); background: var(--accent); border: 2px solid var(--accent); border-radius: 10px; }
button:hover { filter: brightness(1.08); }
button + button { margin-top: .75rem; }
button.quiet { color: var(--accent); background: transparent; }
form ~ form button.quiet { margin-top: .75rem; border-color: transparent; text-decoration: underline; text-underline-offset: .2em; }
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
.verifier, .secret { display: block; padding: .8rem; user-select: all; font-size: 1.1rem; border: 1px solid var(--line); border-radius: 10px; }
.qr { display: block; width: 100%; max-width: 15rem; height: auto; margin: 1rem auto; border-radius: 10px; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .4rem 1rem; margin: 1rem 0;
  padding: 1rem 1rem 1rem 2.75rem; border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .5rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--soft); }
@media print { body { background: none; } main { border: 0; box-shadow: none; } }
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
