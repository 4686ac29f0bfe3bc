import type { ITheme } from '@xterm/xterm'

const light: ITheme = {
  black: '#13213c',
  red: '#9b1c14',
  green: '#17633a',
  yellow: '#7a4b00',
  blue: '#0a5aa8',
  magenta: '#7b2a86',
  cyan: '#0b6472',
  white: '#49576f',
  brightBlack: '#49576f',
  brightRed: '#b3261e',
  brightGreen: '#1d7a48',
  brightYellow: '#8a5600',
  brightBlue: '#0b66bd',
  brightMagenta: '#8f339c',
  brightCyan: '#0d7383',
  brightWhite: '#13213c',
}

const dark: ITheme = {
  black: '#7e8ca6',
  red: '#ffb4ab',
  green: '#86d9a5',
  yellow: '#f3c26b',
  blue: '#82bfff',
  magenta: '#e5a9ee',
  cyan: '#7fd6e2',
  white: '#e8eef7',
  brightBlack: '#aebad0',
  brightRed: '#ffd0ca',
  brightGreen: '#a9e8c1',
  brightYellow: '#ffd98f',
  brightBlue: '#a9d3ff',
  brightMagenta: '#f2c8f8',
  brightCyan: '#a6e6ee',
  brightWhite: '#fff',
}

/** Colours of a terminal on the ground of the page, in its theme. */
export function terminalColours(): ITheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const isDark = isDarkTheme()
  return {
    ...(isDark ? dark : light),
    background: token('card'),
    foreground: token('ink'),
    cursor: token('accent'),
    cursorAccent: token('card'),
    selectionBackground: isDark ? '#3b5478' : '#b9d4f2',
    scrollbarSliderBackground: `${isDark ? '#7e8ca6' : '#76839b'}66`,
    scrollbarSliderHoverBackground: `${isDark ? '#7e8ca6' : '#76839b'}99`,
    scrollbarSliderActiveBackground: `${isDark ? '#7e8ca6' : '#76839b'}cc`,
  }
}

function isDarkTheme(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : systemIsDark().matches
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** Calls back when the theme has changed, by the system or by the user. */
export function onThemeChange(tell: () => void): () => void {
  const chosen = new MutationObserver(tell)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const queries = [systemIsDark(), matchMedia('(prefers-contrast: more)')]
  for (const query of queries) query.addEventListener('change', tell)
  return () => {
    chosen.disconnect()
    for (const query of queries) query.removeEventListener('change', tell)
  }
}
