import { TerminalClient } from '#client/terminal/terminal-client.ts'
import type { TerminalEnd, TerminalRequest } from '#client/terminal/terminal-events.ts'
import { connection } from '#console/api/connection.ts'
import { keptSessions } from './kept-sessions.ts'
import type { Screen } from './open-screen.ts'
import { answerWindows } from './other-windows.ts'
import type { SpecialKey } from './special-keys.ts'

/** What a session does; one that has ended says how, or which error there was. */
export type TerminalState =
  | { kind: 'opening' | 'open' | 'lost' }
  | { kind: 'ended'; end: TerminalEnd }
  | { kind: 'failed'; error: unknown }

export interface TerminalOptions {
  /** Id of the thing that it is a terminal of; it has one at a time in a window. */
  thing: string
  /** Says to screen readers what the screen is. */
  label: string
  request: TerminalRequest
  /** Goes on with a session that this window had before it was reloaded, or that another one has. */
  session?: string | undefined
}

/** Id of the text that says by which keys a terminal is left. */
export const keysHint = 'terminal-keys'

/** Milliseconds between two sizes, after which a program that fills the screen draws it again. */
const redrawDelay = 200

/** A session at a terminal endpoint with its screen, which goes on while other pages are looked at. */
export class TerminalSession {
  /** The element with the screen; a page shows it as long as it is open. */
  readonly host = document.createElement('div')
  readonly options: TerminalOptions
  /** Called when the keyboard is to leave the terminal. */
  onLeave: () => void = () => {}
  /** Called when the next key is one with the control key, or no longer. */
  onControl: (isHeld: boolean) => void = () => {}
  readonly #readers = new Set<() => void>()
  #state: TerminalState = { kind: 'opening' }
  #note = ''
  #screen: Screen | undefined
  #client: TerminalClient | undefined
  #isStarted = false
  /** What is drawn was drawn before: what it asks the terminal has been answered. */
  #isRepeating = false

  constructor(options: TerminalOptions) {
    this.options = options
    this.host.className = 'terminal-screen'
  }

  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  readonly getState = (): TerminalState => this.#state

  /** The last sentence of the server, such as why the session will end. */
  readonly getNote = (): string => this.#note

  get isOver(): boolean {
    return this.#state.kind === 'ended' || this.#state.kind === 'failed'
  }

  /** Id of the session; empty before it is open. */
  get id(): string {
    return this.#client?.id ?? ''
  }

  /** Shows the screen in an element, and begins the session the first time. */
  showIn(place: HTMLElement): void {
    place.append(this.host)
    this.#screen?.focus()
    if (this.#isStarted) return
    this.#isStarted = true
    this.#start().catch((error) => this.#turn({ kind: 'failed', error }))
  }

  focus(): void {
    this.#screen?.focus()
  }

  /** Types a key that the keyboard may lack. */
  press(key: SpecialKey): void {
    this.#screen?.press(key)
  }

  /** Has the next key be one with the control key. */
  holdControl(isHeld: boolean): void {
    this.#screen?.holdControl(isHeld)
  }

  /** Sends a signal to what runs in the foreground. */
  signal(name: string): void {
    this.#client?.signal(name)
  }

  /** Ends the session. */
  end(): void {
    this.#client?.close()
  }

  /** Forgets it, with its screen. */
  dispose(): void {
    if (!this.isOver) this.end()
    this.#screen?.close()
    this.host.remove()
  }

  async #start(): Promise<void> {
    const { openScreen, terminalType } = await import('./open-screen.ts')
    const { label, request, session } = this.options
    const screen = openScreen(this.host, {
      label,
      describedBy: keysHint,
      onInput: (bytes) => !this.#isRepeating && void this.#client?.write(bytes),
      onResize: (columns, rows) => this.#client?.resize(columns, rows),
      onLeave: () => this.onLeave(),
      isOver: () => this.isOver,
      onControl: (isHeld) => this.onControl(isHeld),
    })
    this.#screen = screen
    const query = session
      ? { session }
      : { ...request.query, terminal: terminalType, ...screen.size }
    const client = new TerminalClient(
      connection,
      { ...request, query },
      {
        onOutput: (_, bytes, isPast) => this.#draw(screen, bytes, isPast),
        onNote: (sentence) => this.#hear(sentence),
        onConnection: (state) => this.#turn({ kind: state }),
      },
    )
    this.#client = client
    screen.focus()
    if (session) redraw(client, screen)
    this.#turn({ kind: 'ended', end: await client.ended })
  }

  async #draw(screen: Screen, bytes: Uint8Array, isPast: boolean): Promise<void> {
    this.#isRepeating = isPast
    await screen.write(bytes)
    this.#isRepeating = false
  }

  #hear(sentence: string): void {
    this.#note = sentence
    this.#screen?.say(sentence)
    this.#tell()
  }

  #turn(state: TerminalState): void {
    this.#state = state
    if (state.kind === 'open') keptSessions.keep(this.options.thing, this.id)
    if (this.isOver) keptSessions.forget(this.options.thing, this.id)
    this.#tell()
  }

  #tell(): void {
    for (const reader of this.#readers) reader()
  }
}

/** Programs draw the screen again when it has another size, which it has for a moment. */
function redraw(client: TerminalClient, screen: Screen): void {
  const { columns, rows } = screen.size
  client.resize(columns, Math.max(1, rows - 1))
  setTimeout(() => client.resize(screen.size.columns, screen.size.rows), redrawDelay)
}

/** The session of each thing that has one in this window; leaving its page keeps it. */
const sessions = new Map<string, TerminalSession>()

answerWindows((thing) => {
  const session = sessions.get(thing)
  return session && !session.isOver && session.id !== '' ? session.id : undefined
})

/** The session of a thing in this window. */
export const sessionOf = (thing: string): TerminalSession | undefined => sessions.get(thing)

/** Begins a session in the place of the last one. */
export function beginSession(options: TerminalOptions): TerminalSession {
  sessions.get(options.thing)?.dispose()
  const session = new TerminalSession(options)
  sessions.set(options.thing, session)
  return session
}
