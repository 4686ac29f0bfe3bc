import { escapeSequence, hasControls, lastWritten, withoutControls } from '#kit/terminal-text.ts'
import { type ColourName, colourOf256, names, nearestColour } from './ansi-colours.ts'

/** Part of a line with one look. */
export interface StyledText {
  text: string
  colour?: ColourName | undefined
  ground?: ColourName | undefined
  isBold?: boolean | undefined
  isFaint?: boolean | undefined
  isItalic?: boolean | undefined
  isUnderlined?: boolean | undefined
}

type Style = Omit<StyledText, 'text'>

/** Parts of a line; what comes after them has no colours, so that no line of a program can hold up the page. */
const maxParts = 500

/** Splits a line at its colour codes; other codes are left out. The texts joined are its `plainText`. */
export function parseAnsi(message: string): StyledText[] {
  if (!hasControls(message)) return [{ text: message }]
  const line = lastWritten(message)
  const parts: StyledText[] = []
  let style: Style = {}
  let done = 0
  const add = (text: string) => {
    const shown = withoutControls(text)
    if (shown !== '') parts.push({ text: shown, ...style })
  }
  for (const match of line.matchAll(escapeSequence)) {
    if (parts.length === maxParts) break
    add(line.slice(done, match.index))
    done = match.index + match[0].length
    if (match[2] === 'm') style = applyCodes(style, match[1] ?? '')
  }
  if (parts.length === maxParts) style = {}
  add(line.slice(done).replaceAll(escapeSequence, ''))
  return parts
}

/** Codes of one sequence `ESC [ 1 ; 31 m`. */
function applyCodes(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map((code) => Number(code) || 0)
  let style = before
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const { colour, length } = extendedColour(codes.slice(at + 1))
      style = code === 38 ? { ...style, colour } : { ...style, ground: colour }
      at += length
    } else style = applyCode(style, code)
  }
  return style
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return {}
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, isFaint: true }
  if (code === 3) return { ...style, isItalic: true }
  if (code === 4) return { ...style, isUnderlined: true }
  if (code === 7 || code === 27) return { ...style, colour: style.ground, ground: style.colour }
  if (code === 22) return { ...style, isBold: undefined, isFaint: undefined }
  if (code === 23) return { ...style, isItalic: undefined }
  if (code === 24) return { ...style, isUnderlined: undefined }
  if (code === 39) return { ...style, colour: undefined }
  if (code === 49) return { ...style, ground: undefined }
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
    return { ...style, colour: names[code % 10] }
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return { ...style, ground: names[code % 10] }
  return style
}

/** `5;n` of 256 colours or `2;r;g;b`, as the nearest of those that are readable on every ground. */
function extendedColour([kind, ...rest]: number[]): {
  colour: ColourName | undefined
  length: number
} {
  const [first = 0, second = 0, third = 0] = rest
  if (kind === 5) return { colour: colourOf256(first), length: 2 }
  if (kind === 2) return { colour: nearestColour(first, second, third), length: 4 }
  return { colour: undefined, length: 1 }
}
