import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import { allowStyles } from './allow-styles.ts'
import { type SpecialKey, sentBy, withControl } from './special-keys.ts'
import { onThemeChange, terminalColours } from './terminal-colours.ts'
import '@xterm/xterm/css/xterm.css'

export interface ScreenOptions {
  /** Says to screen readers what it is. */
  label: string
  /** Id of the element that says by which keys it is left. */
  describedBy: string
  onInput(bytes: Uint8Array): void
  onResize(columns: number, rows: number): void
  /** Called when the keyboard is to leave the terminal. */
  onLeave(): void
  /** Whether nobody reads keys any more, so that Tab leaves it. */
  isOver(): boolean
  /** Called when the next key is no longer one with the control key, or now is. */
  onControl(isHeld: boolean): void
}

export interface Screen {
  readonly size: { columns: number; rows: number }
  /** Shows output; resolves once it is drawn. */
  write(bytes: Uint8Array): Promise<void>
  /** Types a key that the keyboard may lack. */
  press(key: SpecialKey): void
  /** Has the next key be one with the control key. */
  holdControl(isHeld: boolean): void
  /** Shows a sentence that no program has printed. */
  say(sentence: string): void
  focus(): void
  close(): void
}

export const terminalType = 'xterm-256color'

/** Lines that can be scrolled back to. */
const scrollback = 5000

/** Opens xterm.js in an element of the page. What a program prints draws characters and nothing else. */
export function openScreen(host: HTMLElement, options: ScreenOptions): Screen {
  const { label, describedBy, onInput, onResize, onControl } = options
  allowStyles()
  const terminal = new Terminal({
    scrollback,
    theme: terminalColours(),
    fontFamily: getComputedStyle(host).fontFamily,
    fontSize: 14,
    minimumContrastRatio: 4.5,
    // Links of programs lead nowhere: their text need not be their address.
    linkHandler: { activate: () => {} },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.open(host)
  terminal.textarea?.setAttribute('aria-label', label)
  terminal.textarea?.setAttribute('aria-describedby', describedBy)
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal, options))
  const encoder = new TextEncoder()
  let isControl = false
  const holdControl = (isHeld: boolean) => {
    isControl = isHeld
    onControl(isHeld)
  }
  // What the terminal answers comes here too, which is longer than a character.
  terminal.onData((text) => {
    onInput(encoder.encode(isControl ? withControl(text) : text))
    if (isControl && text.length === 1) holdControl(false)
  })
  terminal.onBinary((text) => onInput(Uint8Array.from(text, (one) => one.charCodeAt(0))))
  terminal.onResize(({ cols, rows }) => onResize(cols, rows))
  const refit = () => {
    // While its page is not shown it has no size.
    if (host.clientWidth > 0 && host.clientHeight > 0) fit.fit()
  }
  refit()
  const sizes = new ResizeObserver(refit)
  sizes.observe(host)
  const stopTheme = onThemeChange(() => {
    terminal.options.theme = terminalColours()
  })
  return {
    get size() {
      return { columns: terminal.cols, rows: terminal.rows }
    },
    write: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    press(key) {
      const isApplication = terminal.modes.applicationCursorKeysMode
      const sent = sentBy(key, { isControl, isApplication })
      if (isControl) holdControl(false)
      terminal.input(sent)
      terminal.focus()
    },
    holdControl(isHeld) {
      holdControl(isHeld)
      terminal.focus()
    },
    say: (sentence) => terminal.write(`\r\n\u001b[0;33m${printable(sentence)}\u001b[0m\r\n`),
    focus: () => terminal.focus(),
    close() {
      sizes.disconnect()
      stopTheme()
      terminal.dispose()
    },
  }
}

/** Copies, pastes and leaves by keys that no program in a terminal can tell from others; all else is for the program. */
function isForTerminal(
  event: KeyboardEvent,
  terminal: Terminal,
  { onLeave, isOver }: Pick<ScreenOptions, 'onLeave' | 'isOver'>,
): boolean {
  if (event.key === 'Tab' && isOver()) return false
  const isOurs = event.ctrlKey && event.shiftKey && !event.altKey && !event.metaKey
  if (!isOurs || event.type !== 'keydown') return true
  if (event.key === 'Enter') {
    event.preventDefault()
    onLeave()
    return false
  }
  if (event.code === 'KeyC') {
    event.preventDefault()
    void copy(terminal.getSelection())
    return false
  }
  // The browser pastes, and the terminal gets what it pastes.
  return event.code !== 'KeyV'
}

async function copy(text: string): Promise<void> {
  if (text !== '') await navigator.clipboard?.writeText(text).catch(() => {})
}

const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')
