import { tokensCss } from './design-tokens.ts'

/** Logo (a ship at its berth) on every page of the platform and its router. */
export const mark = `<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
<path d="M16 3v8M10 11h12v6M10 11v6M4.5 17h23l-3.2 7.5a3 3 0 0 1-2.7 1.8H10.4a3 3 0 0 1-2.7-1.8z"/>
<path d="M2 29.5c2.3 0 2.3-1.5 4.7-1.5s2.3 1.5 4.6 1.5S13.7 28 16 28s2.3 1.5 4.7 1.5 2.3-1.5 4.6-1.5 2.4 1.5 4.7 1.5"/>
</svg>`

/** Colours, the card and its text, in light and dark mode: the shared design of all pages. */
export const baseCss = `
${tokensCss}
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
`.trim()
