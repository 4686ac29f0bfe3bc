/** Keys that keyboards of phones lack. */
export type SpecialKey =
  | 'Escape'
  | 'Tab'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowRight'
  | 'ArrowLeft'
  | '|'
  | '/'
  | '-'

const arrows: Partial<Record<SpecialKey, string>> = {
  ArrowUp: 'A',
  ArrowDown: 'B',
  ArrowRight: 'C',
  ArrowLeft: 'D',
}

interface Modes {
  /** The control key is held. */
  isControl: boolean
  /** The program has asked for the arrow keys of applications. */
  isApplication: boolean
}

/** What a terminal sends for a key. */
export function sentBy(key: SpecialKey, { isControl, isApplication }: Modes): string {
  const arrow = arrows[key]
  if (arrow !== undefined) {
    if (isControl) return `\u001b[1;5${arrow}`
    return `\u001b${isApplication ? 'O' : '['}${arrow}`
  }
  if (key === 'Escape') return '\u001b'
  if (key === 'Tab') return '\t'
  return isControl ? withControl(key) : key
}

/** What a terminal sends for a character while the control key is held: `c` as Ctrl-C does. */
export function withControl(text: string): string {
  const [first = '', ...others] = text
  if (others.length > 0) return text
  if (first === '/' || first === '-') return '\u001f'
  if (first === ' ') return '\u0000'
  const code = first.toUpperCase().charCodeAt(0)
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : text
}
