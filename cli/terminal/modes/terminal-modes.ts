/** Modes that a program has set in the terminal, from what it has printed. */
export interface TerminalModes {
  /** Takes note of what is printed. */
  note(bytes: Uint8Array): void
  /** What sets the terminal back: nothing if the program has done so itself. */
  undo(): string
}

/** Modes that are on in a terminal where no program runs: its cursor is shown, and lines are wrapped. */
const usuallyOn = new Set(['25', '7'])
/** Of a sequence that is cut in two by the end of a chunk. */
const maxLength = 32
const maxModes = 64
const sequences = /\x1b\[\?([\d;]{1,24})([hl])|\x1b([=>])/g

/**
 * Follows the private modes that a program sets, such as bracketed paste or the second screen: one whose connection or
 * whose server ends does not set them back.
 */
export function createTerminalModes(): TerminalModes {
  const changed = new Map<string, boolean>()
  let isKeypad = false
  let last = ''
  return {
    note(bytes) {
      const text = last + Buffer.from(bytes).toString('latin1')
      let end = 0
      for (const { 0: sequence, 1: numbers, 2: letter, 3: keypad, index } of text.matchAll(
        sequences,
      )) {
        end = index + sequence.length
        if (keypad) isKeypad = keypad === '='
        for (const number of numbers?.split(';') ?? []) {
          const isOn = letter === 'h'
          if (isOn === usuallyOn.has(number)) changed.delete(number)
          else if (changed.size < maxModes) changed.set(number, isOn)
        }
      }
      last = text.slice(Math.max(end, text.length - maxLength))
    },
    undo: () =>
      [...changed]
        .reverse()
        .map(([number, isOn]) => `\x1b[?${number}${isOn ? 'l' : 'h'}`)
        .join('') + (isKeypad ? '\x1b>' : ''),
  }
}
