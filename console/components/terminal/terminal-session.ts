import {
  TerminalClient,
  type TerminalEnd,
  type TerminalRequest,
} from '#client/terminal/terminal-client.ts'
import { connection } from '#console/api/connection.ts'
import type { Screen } from './open-screen.ts'

/** What a session does; one that has ended says how, or which error there was. */
export type TerminalState =
  | { kind: 'opening' | 'open' | 'lost' }
  | { kind: 'ended'; end: TerminalEnd }
  | { kind: 'failed'; error: unknown }

export interface TerminalOptions {
  /** Says to screen readers what the screen is. */
  label: string
  request: TerminalRequest
}

/** A session at a terminal endpoint with its screen, which goes on while other pages are looked at. */
export class TerminalSession {
  /** The element with the screen; a page shows it as long as it is open. */
  readonly host = document.createElement('div')
  readonly options: TerminalOptions
  /** Called when the keyboard is to leave the terminal. */
  onLeave: () => void = () => {}
  readonly #readers = new Set<() => void>()
  #state: TerminalState = { kind: 'opening' }
  #note = ''
  #screen: Screen | undefined
  #client: TerminalClient | undefined
  #isStarted = false

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
    this.end()
    this.#screen?.close()
    this.host.remove()
  }

  async #start(): Promise<void> {
    const { openScreen, terminalType } = await import('./open-screen.ts')
    const { label, request } = this.options
    const screen = openScreen(this.host, {
      label,
      onInput: (bytes) => void this.#client?.write(bytes),
      onResize: (columns, rows) => this.#client?.resize(columns, rows),
      onLeave: () => this.onLeave(),
    })
    this.#screen = screen
    const query = { ...request.query, terminal: terminalType, ...screen.size }
    const client = new TerminalClient(
      connection,
      { ...request, query },
      {
        onOutput: (_, bytes) => screen.write(bytes),
        onNote: (sentence) => this.#hear(sentence),
        onConnection: (state) => this.#turn({ kind: state }),
      },
    )
    this.#client = client
    screen.focus()
    this.#turn({ kind: 'ended', end: await client.ended })
  }

  #hear(sentence: string): void {
    this.#note = sentence
    this.#screen?.say(sentence)
    this.#tell()
  }

  #turn(state: TerminalState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const reader of this.#readers) reader()
  }
}

/** The session of each thing that can have one in this window; leaving its page keeps it. */
const sessions = new Map<string, TerminalSession>()

/** The session of a thing, by its id. */
export const sessionOf = (id: string): TerminalSession | undefined => sessions.get(id)

/** Begins a session in the place of the last one. */
export function beginSession(id: string, options: TerminalOptions): TerminalSession {
  sessions.get(id)?.dispose()
  const session = new TerminalSession(options)
  sessions.set(id, session)
  return session
}
