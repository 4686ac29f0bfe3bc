import type { ClientSocket, Connection, Query } from '#client/http/connection.ts'
import { monotonicClock } from '#kit/concurrency/clock.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import {
  closeCodes,
  decodeFrame,
  encodeFrame,
  maxFrameBytes,
  resumeTimeout,
  silenceTimeout,
  windows,
} from '#protocol/terminal/frames.ts'
import {
  type ClientMessage,
  readServerMessage,
  type ServerMessage,
} from '#protocol/terminal/messages.ts'
import { SendBuffer } from '#protocol/terminal/send-buffer.ts'
import { finalClose, finalRefusal } from './final.ts'
import { OutputCount } from './output-count.ts'
import type { TerminalEnd, TerminalEvents, TerminalRequest } from './terminal-events.ts'

type Opened = Extract<ServerMessage, { opened: unknown }>['opened']

/** Pauses between attempts to reconnect, of which the last one goes on. */
const pauses = [250, 500, 1000, 2000, 4000]
/** Milliseconds for which an end with a sentence waits for output to be shown. */
const showTimeout = 5000

/** A session at a terminal endpoint, which outlives the loss of a connection. */
export class TerminalClient {
  /** How it has ended, once all output was shown; rejects when there was no connection at first, or nobody shows the output. */
  readonly ended: Promise<TerminalEnd>
  readonly #connection: Connection
  readonly #request: TerminalRequest
  readonly #events: TerminalEvents
  #resolve: (end: TerminalEnd) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #input = new SendBuffer<'stdin'>(windows.input)
  /** Input that the window had no room for. */
  #waiting: Uint8Array[] = []
  #onSent: (() => void)[] = []
  #isInputOver = false
  #isEndSent = false
  /** Whether the session runs, and the connection is there. */
  #isOpen = false
  /** When the connection was lost, until it is restored. */
  #lostAt: number | undefined
  /** Whether the server has said how it ended. */
  #isConcluded = false
  #isOver = false
  #socket: ClientSocket | undefined
  #id = ''
  readonly #output = new OutputCount((shown) => this.#say({ ack: shown }))
  /** Whether an earlier client has begun the session, and this one has no connection yet. */
  #isResuming = false
  #showing: Promise<void> = Promise.resolve()
  #silence: ReturnType<typeof setTimeout> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #size: ClientMessage | undefined

  constructor(connection: Connection, request: TerminalRequest, events: TerminalEvents) {
    this.#connection = connection
    this.#request = request
    this.#events = events
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { session } = request.query ?? {}
    if (session === undefined) this.#connect(request.query).catch((error) => this.#fail(error))
    else this.#resume(String(session))
  }

  /** Id of the session; empty before the first connection. */
  get id(): string {
    return this.#id
  }

  /** Sends input; resolves once it is on its way, or never will be. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.#isOver || this.#isInputOver || bytes.length === 0) return Promise.resolve()
    this.#waiting.push(bytes)
    this.#flush()
    if (this.#waiting.length === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onSent.push(resolve))
  }

  /** Ends the input of the command. */
  endInput(): void {
    this.#isInputOver = true
    this.#flush()
  }

  resize(columns: number, rows: number): void {
    this.#size = { resize: { columns, rows } }
    this.#say(this.#size)
  }

  /** Sends a signal such as `INT` to the command. */
  signal(name: string): void {
    this.#say({ signal: name })
  }

  /** Ends the session. */
  close(): void {
    this.#finish({ error: 'The session was closed.' })
    this.#socket?.close(closeCodes.normal)
  }

  /** Goes on with a session as after a lost connection. */
  #resume(session: string): void {
    this.#id = session
    this.#isResuming = true
    this.#lostAt = monotonicClock()
    void this.#reconnect(this.#lostAt)
  }

  async #connect(query: Query = {}): Promise<void> {
    let socket: ClientSocket | undefined
    const early: (string | ArrayBuffer)[] = []
    let closed: number | undefined
    socket = await this.#connection.openSocket({
      path: this.#request.path,
      query,
      onMessage: (data) => (socket ? this.#hear(socket, data) : early.push(data)),
      onClose: (code) => {
        closed = code
        if (socket) this.#lose(socket, code)
      },
    })
    if (this.#isOver) return socket.close(closeCodes.normal)
    this.#socket = socket
    this.#expectSign(socket)
    for (const data of early) this.#hear(socket, data)
    if (closed !== undefined) this.#lose(socket, closed)
  }

  #hear(socket: ClientSocket, data: string | ArrayBuffer): void {
    if (socket !== this.#socket) return
    this.#expectSign(socket)
    if (typeof data === 'string') this.#obey(data)
    else this.#show(new Uint8Array(data))
  }

  #show(message: Uint8Array): void {
    const frame = decodeFrame(message)
    if (!frame || frame.stream === 'stdin') return
    const { stream, bytes } = frame
    const { isPast } = this.#output
    this.#output.receive(bytes.length)
    this.#showing = this.#showing
      .then(() => this.#events.onOutput(stream, bytes, isPast))
      .then(
        () => this.#output.show(bytes.length),
        (error) => this.#fail(error),
      )
  }

  #obey(text: string): void {
    const message = readServerMessage(text)
    if (!message) return
    if ('opened' in message) this.#open(message.opened)
    else if ('ack' in message) {
      this.#input.acknowledge(message.ack)
      this.#flush()
    } else if ('note' in message) this.#afterOutput(() => this.#events.onNote?.(message.note))
    else if ('exit' in message) this.#conclude(message.exit)
    else this.#conclude({ error: message.error })
  }

  /** Sends what has not arrived at the server. */
  #open({ id, received, from = 0, shown = from }: Opened): void {
    if (this.#isResuming) {
      this.#isResuming = false
      this.#input = new SendBuffer(windows.input, received)
      this.#output.begin(from, shown)
    }
    this.#id = id
    for (const frame of this.#input.since(received) ?? []) this.#socket?.send(encodeFrame(frame))
    this.#isOpen = true
    this.#isEndSent = false
    this.#lostAt = undefined
    if (this.#size) this.#say(this.#size)
    this.#events.onConnection?.('open')
    this.#flush()
  }

  #flush(): void {
    if (!this.#isOpen) return
    for (let [bytes] = this.#waiting; bytes && this.#input.room > 0; [bytes] = this.#waiting) {
      const sent = bytes.subarray(0, Math.min(this.#input.room, maxFrameBytes))
      this.#send(sent)
      if (sent.length < bytes.length) this.#waiting[0] = bytes.subarray(sent.length)
      else this.#waiting.shift()
    }
    if (this.#waiting.length > 0) return
    for (const resolve of this.#onSent.splice(0)) resolve()
    if (!this.#isInputOver || this.#isEndSent) return
    this.#isEndSent = true
    this.#send(new Uint8Array())
  }

  #send(bytes: Uint8Array): void {
    const frame = { stream: 'stdin', bytes } as const
    this.#input.push(frame)
    this.#socket?.send(encodeFrame(frame))
  }

  #say(message: ClientMessage): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message))
  }

  /** Gives a connection up that nothing has come from for too long. */
  #expectSign(socket: ClientSocket): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      socket.close()
      this.#lose(socket)
    }, silenceTimeout)
  }

  #lose(socket: ClientSocket, code?: number): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#isOpen = false
    clearTimeout(this.#silence)
    if (this.#isOver || this.#isConcluded) return
    if (this.#id === '') {
      this.#finish({ error: 'The connection was closed before the session began.' })
      return
    }
    const end = finalClose(code)
    if (end) {
      this.#conclude(end)
      return
    }
    if (this.#lostAt !== undefined) return
    this.#lostAt = monotonicClock()
    this.#events.onConnection?.('lost')
    void this.#reconnect(this.#lostAt)
  }

  async #reconnect(lostAt: number): Promise<void> {
    for (let attempt = 0; monotonicClock() - lostAt < resumeTimeout; attempt += 1) {
      await sleep(pauses[Math.min(attempt, pauses.length - 1)] ?? 0)
      if (this.#isOver || this.#isConcluded || this.#isOpen) return
      if (this.#socket) continue
      // What an earlier client has acknowledged cannot be asked for from a byte on.
      this.#isResuming ||= this.#output.isPast
      const received = this.#isResuming ? undefined : this.#output.received
      const refusal = await this.#connect({ session: this.#id, received }).catch(finalRefusal)
      if (refusal) return this.#finish({ error: refusal })
    }
    if (this.#isOver || this.#isConcluded || this.#isOpen) return
    this.#socket?.close()
    this.#finish({ error: 'The connection was lost, and could not be restored within a minute.' })
  }

  #afterOutput(act: () => void): void {
    this.#showing = this.#showing.then(act)
  }

  #conclude(end: TerminalEnd): void {
    this.#isConcluded = true
    // A command that has ended by itself waits for a slow reader; what the platform ends does not.
    if ('error' in end) this.#patience = setTimeout(() => this.#finish(end), showTimeout)
    this.#afterOutput(() => this.#finish(end))
  }

  #finish(end: TerminalEnd): void {
    this.#stop()
    this.#resolve(end)
  }

  #stop(): void {
    this.#isOver = true
    clearTimeout(this.#silence)
    this.#output.stop()
    clearTimeout(this.#patience)
    for (const resolve of this.#onSent.splice(0)) resolve()
  }

  #fail(error: unknown): void {
    this.#stop()
    this.#socket?.close(closeCodes.normal)
    this.#reject(error)
  }
}
