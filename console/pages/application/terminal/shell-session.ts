import { shellRequest } from '#client/resources/terminals.ts'
import { TerminalClient, type TerminalEnd } from '#client/terminal/terminal-client.ts'
import { connection } from '#console/api/connection.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import type { Screen } from '#console/components/terminal/open-screen.ts'
import { terminalTexts as texts } from '#console/texts/en/application/terminal.ts'

/** What a session does; one that has ended says how, or which error there was. */
export type ShellState =
  | { kind: 'opening' | 'open' | 'lost' }
  | { kind: 'ended'; end: TerminalEnd }
  | { kind: 'failed'; error: unknown }

/** A shell with its screen, which goes on while other pages are looked at. */
export class ShellSession {
  /** The element with the screen; a page shows it as long as it is open. */
  readonly host = document.createElement('div')
  readonly instance: string
  /** Called when the keyboard is to leave the terminal. */
  onLeave: () => void = () => {}
  readonly #address: OwnedId
  readonly #readers = new Set<() => void>()
  #state: ShellState = { kind: 'opening' }
  #note = ''
  #screen: Screen | undefined
  #client: TerminalClient | undefined
  #isStarted = false

  constructor(address: OwnedId, instance: string) {
    this.#address = address
    this.instance = instance
    this.host.className = 'shell-screen'
  }

  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  readonly getState = (): ShellState => this.#state

  /** The last sentence of the server, such as why the session will end. */
  readonly getNote = (): string => this.#note

  get isOver(): boolean {
    return this.#state.kind === 'ended' || this.#state.kind === 'failed'
  }

  /** Shows the screen in an element, and opens the shell the first time. */
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

  /** Ends the shell. */
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
    const { openScreen, terminalType } = await import('#console/components/terminal/open-screen.ts')
    const screen = openScreen(this.host, {
      label: texts.screen,
      onInput: (bytes) => void this.#client?.write(bytes),
      onResize: (columns, rows) => this.#client?.resize(columns, rows),
      onLeave: () => this.onLeave(),
    })
    this.#screen = screen
    const request = shellRequest(this.#address, { instance: this.instance || undefined })
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

  #turn(state: ShellState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const reader of this.#readers) reader()
  }
}

/** The session of each application; leaving its page keeps it. */
const sessions = new Map<string, ShellSession>()

export const sessionOf = ({ id }: OwnedId): ShellSession | undefined => sessions.get(id)

/** Begins a session in the place of the last one. */
export function beginSession(address: OwnedId, instance: string): ShellSession {
  sessions.get(address.id)?.dispose()
  const session = new ShellSession(address, instance)
  sessions.set(address.id, session)
  return session
}
