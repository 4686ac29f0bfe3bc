/** Colours of a terminal, in the order of their codes. */
export const names = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
] as const

export type ColourName = (typeof names)[number]

/** Below this difference of channels a colour is a grey. */
const minTint = 48

/**
 * The named colour of the same hue: a program's exact shade may be unreadable on the ground of the page, the named ones
 * follow its theme.
 */
export function nearestColour(red: number, green: number, blue: number): ColourName {
  const max = Math.max(red, green, blue)
  const min = Math.min(red, green, blue)
  if (max - min < minTint) return max > 127 ? 'white' : 'black'
  const middle = (max + min) / 2
  const bits = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
  return names[bits] ?? 'white'
}

const levels = [0, 95, 135, 175, 215, 255] as const

/** One of the 256 colours: 16 named ones, a cube of 6 × 6 × 6, and 24 greys. */
export function colourOf256(code: number): ColourName {
  if (code < 16) return names[code % 8] ?? 'white'
  if (code >= 232) return code >= 244 ? 'white' : 'black'
  const place = code - 16
  const level = (digit: number) => levels[digit % 6] ?? 0
  return nearestColour(level(Math.floor(place / 36)), level(Math.floor(place / 6)), level(place))
}
