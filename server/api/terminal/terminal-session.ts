import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCallRate } from '#kit/concurrency/call-rate.ts'
import {
  type InstanceSession,
  sessionSignals,
  type TerminalSize,
} from '#platform/model/hosting/instances/instance-session.ts'
import {
  closeCodes,
  encodeFrame,
  maxFrameBytes,
  type OutputName,
  resumeTimeout,
  windows,
} from '#protocol/terminal/frames.ts'
import type { ClientMessage, ServerMessage } from '#protocol/terminal/messages.ts'
import { SendBuffer } from '#protocol/terminal/send-buffer.ts'
import { OutputTail } from './output-tail.ts'

/** The connection of a client to its session. */
export interface TerminalLink {
  send(message: Uint8Array | string): void
  close(code: number, reason: string): void
}

export interface TerminalSessionOptions {
  id: string
  /** Milliseconds without input and output after which it ends. */
  idleTimeout: number
  /** Bytes of output that are kept for a client that has lost its screen, as a page that was reloaded. */
  kept?: number
  /** Called when it can be resumed no more. */
  onOver(): void
}

/** A window that is dragged sends many sizes, of which the last one counts. */
const resizeEvery = 50
/** Each is work for the engine, which need not have done the last one. */
const signalRate = { perMinute: 600, burst: 60, maxKeys: 1 }
/** Sentences that are kept for a client that is away. */
const maxNotes = 10
/** Input that the command has taken is acknowledged by so much at once. */
const acknowledgedBytes = windows.input / 4
/**
 * Milliseconds that a session which the platform ends waits for the end of its command, which may have a period of
 * grace, and then for its client to show the rest.
 */
const endTimeouts = { command: 120_000, output: 5000 } as const

/**
 * A session of a command whose client may lose its connection and come back: what it has not acknowledged is kept, and
 * the command waits for it.
 */
export class TerminalSession {
  readonly #options: TerminalSessionOptions
  readonly #gone = new AbortController()
  readonly #output = new SendBuffer<OutputName>(windows.output)
  readonly #tail: OutputTail
  readonly #signals = createCallRate(signalRate)
  readonly #idle: NodeJS.Timeout
  readonly #notes: string[] = []
  #session: InstanceSession | undefined
  #link: TerminalLink | undefined
  #away: NodeJS.Timeout | undefined
  #resizing: NodeJS.Timeout | undefined
  #size: TerminalSize | undefined
  #waiting: PromiseWithResolvers<void> | undefined
  /** Bytes of input that have arrived, that the command has taken, and of which the client knows that. */
  #input = { received: 0, taken: 0, acknowledged: 0 }
  /** Why the platform ends it, whether the command has ended, and until when the client can take the rest. */
  #ending: string | undefined
  #hasEnded = false
  #deadline: NodeJS.Timeout | undefined
  #last: ServerMessage | undefined

  constructor(options: TerminalSessionOptions) {
    this.#options = options
    this.#tail = new OutputTail(options.kept ?? 0)
    this.#gone.signal.addEventListener('abort', () => this.#wake())
    this.#idle = setTimeout(() => {
      this.end('Nothing happened for too long: the session ends.')
      this.#gone.abort()
    }, options.idleTimeout)
  }

  /** Aborted when the command has to end. */
  get signal(): AbortSignal {
    return this.#gone.signal
  }

  /** Connects the streams of a command; resolves once it has ended and its output was sent or dropped. */
  async run(session: InstanceSession): Promise<void> {
    this.#session = session
    session.stdin.on('error', () => {})
    const onEnd = () => {
      this.#hasEnded = true
      this.#hurry()
    }
    session.ended.then(onEnd, onEnd)
    const [code] = await Promise.all([
      session.ended,
      this.#pump('stdout', session.stdout),
      this.#pump('stderr', session.stderr),
    ])
    while (this.#ending !== undefined && !this.#output.isAcknowledged && !this.#last)
      await this.#nextSign()
    this.#finish({ exit: { code } }, closeCodes.normal)
  }

  /** Tells the client that there is no session, or none any more. */
  fail(sentence: string, code: number = closeCodes.normal): void {
    this.#finish({ error: sentence }, code)
    this.#gone.abort()
  }

  /** Ends the session for good. */
  close(sentence: string): void {
    this.fail(sentence, closeCodes.restart)
    this.#leave()
  }

  say(sentence: string): void {
    if (this.#link) this.#tell({ note: sentence })
    else this.#notes.push(sentence)
    if (this.#notes.length > maxNotes) this.#notes.shift()
  }

  /**
   * Says why the platform ends the session, which may be while its client takes nothing: soon after the command has ended
   * the sentence is the end, and what was not shown is dropped.
   */
  end(sentence: string): void {
    this.say(sentence)
    this.#ending ??= sentence
    this.#hurry()
  }

  /** Whether what follows so many bytes of output is still there. */
  canResumeAt(received: number): boolean {
    return this.#output.since(received) !== undefined
  }

  /**
   * Sends what a client has missed that has received so many bytes, and from now on the rest. One that does not say how many
   * has lost its screen: it gets the last output again.
   */
  attach(link: TerminalLink, received?: number): void {
    clearTimeout(this.#away)
    this.#link?.close(closeCodes.taken, 'The session goes on in another connection.')
    this.#link = link
    const shown = received ?? this.#output.acknowledged
    const past = received === undefined ? this.#tail.before(shown) : new Uint8Array()
    const { id } = this.#options
    const from = shown - past.length
    this.#tell({ opened: { id, received: this.#input.received, from, shown } })
    if (past.length > 0) link.send(encodeFrame({ stream: 'stdout', bytes: past }))
    for (const frame of this.#output.since(shown) ?? []) link.send(encodeFrame(frame))
    for (const note of this.#notes.splice(0)) this.#tell({ note })
    if (this.#last) this.#conclude(this.#last, closeCodes.normal)
  }

  /** Whether this is the connection of its client, and no earlier one. */
  isAt(link: TerminalLink): boolean {
    return this.#link === link
  }

  /** Lets the client of a connection that is lost come back for a while. */
  detach(link: TerminalLink): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#away = setTimeout(() => this.#leave(), resumeTimeout)
  }

  /** Ends the session of a client that has closed its connection. */
  hangUp(link: TerminalLink): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#leave()
  }

  /** Passes input on; `false` for more than the window, which no client sends. */
  write(bytes: Uint8Array): boolean {
    const { received, taken } = this.#input
    if (received - taken + bytes.length > windows.input) return false
    this.#input.received += bytes.length
    this.#idle.refresh()
    const { stdin } = this.#session ?? {}
    if (bytes.length === 0) stdin?.end()
    else if (stdin?.writable) stdin.write(bytes, () => this.#take(bytes.length))
    else this.#take(bytes.length)
    return true
  }

  /** Does as the client says; `false` for what no client says. */
  hear(message: ClientMessage): boolean {
    if ('ack' in message) {
      const isSent = this.#output.acknowledge(message.ack)
      this.#wake()
      return isSent
    }
    if ('resize' in message) this.#resizeSoon(message.resize)
    else this.#signal(message.signal)
    return true
  }

  /** Shows that the connection is alive, which a page cannot see from pings. */
  beat(): void {
    this.#input.acknowledged = this.#input.taken
    this.#tell({ ack: this.#input.taken })
  }

  #take(count: number): void {
    this.#input.taken += count
    if (this.#input.taken - this.#input.acknowledged >= acknowledgedBytes) this.beat()
  }

  #resizeSoon(size: TerminalSize): void {
    this.#size = size
    this.#resizing ??= setTimeout(() => {
      this.#resizing = undefined
      if (this.#size) this.#session?.resize(this.#size)
    }, resizeEvery)
  }

  #signal(name: string): void {
    const signal = sessionSignals.find((known) => known === name)
    if (signal && this.#signals.take('') === 0) this.#session?.sendSignal(signal)
  }

  /** Passes output on, no faster than the client takes it. */
  async #pump(stream: OutputName, from: Readable): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += maxFrameBytes) {
          await this.#room()
          if (this.#gone.signal.aborted) break
          this.#idle.refresh()
          const frame = { stream, bytes: chunk.subarray(at, at + maxFrameBytes) }
          this.#output.push(frame)
          this.#tail.push(frame.bytes)
          this.#link?.send(encodeFrame(frame))
        }
        // Encrypting takes time: other clients have their turn after each chunk.
        await nextTurn()
      }
    } catch (error) {
      if (!from.destroyed) throw error
    }
  }

  async #room(): Promise<void> {
    while (this.#output.room === 0 && !this.#gone.signal.aborted) await this.#nextSign()
  }

  /** Resolves when the client has acknowledged something, or nobody waits for it any more. */
  #nextSign(): Promise<void> {
    this.#waiting ??= Promise.withResolvers()
    return this.#waiting.promise
  }

  #hurry(): void {
    const sentence = this.#ending
    if (sentence === undefined || this.#last) return
    clearTimeout(this.#deadline)
    const left = this.#hasEnded ? endTimeouts.output : endTimeouts.command
    this.#deadline = setTimeout(() => this.fail(sentence), left)
  }

  #wake(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }

  #tell(message: ServerMessage): void {
    this.#link?.send(JSON.stringify(message))
  }

  #finish(message: ServerMessage, code: number): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#resizing)
    clearTimeout(this.#deadline)
    if (this.#last) return
    this.#last = message
    this.#wake()
    if (this.#link) this.#conclude(message, code)
  }

  #conclude(message: ServerMessage, code: number): void {
    this.#tell(message)
    this.#link?.close(code, 'The session has ended.')
  }

  #leave(): void {
    clearTimeout(this.#away)
    this.#gone.abort()
    this.#options.onOver()
  }
}
