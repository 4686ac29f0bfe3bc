/** A colour in light and dark mode, and in each with more contrast where that differs. */
interface Colour {
  light: string
  dark: string
  strongLight?: string
  strongDark?: string
}

/** Colours of all pages and of the console, by the name of their custom property. */
export const colours: Readonly<Record<string, Colour>> = {
  ink: { light: '#13213c', dark: '#e8eef7', strongLight: '#000', strongDark: '#fff' },
  muted: { light: '#49576f', dark: '#aebad0', strongLight: '#24304a', strongDark: '#dfe6f2' },
  sky: { light: '#dfe8f3', dark: '#142136' },
  ground: { light: '#f3f6fa', dark: '#0c131e', strongLight: '#fff', strongDark: '#000' },
  card: { light: '#fff', dark: '#17212f', strongDark: '#0a0f17' },
  /** Edge of what can be filled in or pressed. */
  line: { light: '#76839b', dark: '#7e8ca6', strongLight: '#24304a', strongDark: '#dfe6f2' },
  /** Edge of what is only grouped. */
  soft: { light: '#d7dfea', dark: '#2c3950', strongLight: '#76839b', strongDark: '#7e8ca6' },
  accent: { light: '#0a5aa8', dark: '#82bfff', strongLight: '#053b73', strongDark: '#b5d9ff' },
  'on-accent': { light: '#fff', dark: '#0a1a2e' },
  'accent-ground': { light: '#e6f0fb', dark: '#1b2f49' },
  wrong: { light: '#9b1c14', dark: '#ffb4ab', strongLight: '#6f0d07', strongDark: '#ffd9d4' },
  'wrong-ground': { light: '#fdeeec', dark: '#3b1c1c' },
  good: { light: '#17633a', dark: '#86d9a5', strongLight: '#0b4024', strongDark: '#bdf0cf' },
  'good-ground': { light: '#e7f5ec', dark: '#14301f' },
  warning: { light: '#7a4b00', dark: '#f3c26b', strongLight: '#523200', strongDark: '#ffdfa6' },
  'warning-ground': { light: '#fdf3e0', dark: '#33260d' },
}

type Shade = keyof Colour

const declarations = (shade: Shade): string =>
  Object.entries(colours)
    .flatMap(([name, colour]) => (colour[shade] ? [`--${name}: ${colour[shade]};`] : []))
    .join(' ')

/**
 * Custom properties of the colours. They follow the system, unless the document's `data-theme` says `light` or `dark`.
 */
export const tokensCss = `
:root { color-scheme: light dark; ${declarations('light')} }
@media (prefers-contrast: more) { :root { ${declarations('strongLight')} } }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${declarations('dark')} } }
@media (prefers-color-scheme: dark) and (prefers-contrast: more) { :root:not([data-theme=light]) { ${declarations('strongDark')} } }
`.trim()

/** For pages on which a person can choose: what the attribute adds. */
export const chosenThemeCss = `
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; ${declarations('dark')} }
@media (prefers-contrast: more) { :root[data-theme=dark] { ${declarations('strongDark')} } }
`.trim()
