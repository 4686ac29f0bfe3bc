import type { RawData, WebSocket } from 'ws'
import { closeCodes, decodeFrame, pingInterval, silenceTimeout } from '#protocol/terminal/frames.ts'
import { readClientMessage } from '#protocol/terminal/messages.ts'
import type { TerminalLink, TerminalSession } from './terminal-session.ts'

/** Frames of one client in a slice of time; it is not read any more until the next one, so that others have their turn. */
const slice = { milliseconds: 100, maxFrames: 500 }

export interface PingTimes {
  interval: number
  /** Without any sign of the client, the connection is given up. */
  timeout: number
}

const usualPings: PingTimes = { interval: pingInterval, timeout: silenceTimeout }

/** Connects a WebSocket with a session, from what the client has received of it before, if it says that. */
export function connectTerminal(
  socket: WebSocket,
  session: TerminalSession,
  { received, pings = usualPings }: { received: number | undefined; pings?: PingTimes | undefined },
): void {
  const link: TerminalLink = {
    // What is sent to a client that is gone is kept by the session.
    send: (message) => socket.send(message, () => {}),
    close: (code, reason) => socket.close(code, reason),
  }
  const leave = (sentence: string) => {
    if (!session.isAt(link)) return
    session.fail(sentence, closeCodes.invalid)
    session.hangUp(link)
  }
  socket.on('message', (data, isBinary) => {
    // The client sends again in its new connection what had not arrived when that began.
    if (session.isAt(link) && !takeMessage(session, data, isBinary))
      leave('The client has sent something else than a terminal does.')
  })
  // The library closes the connection: a frame was malformed, or too long.
  socket.on('error', () => leave('The client has sent a frame that is malformed or too long.'))
  const heart = keepPinging(socket, session, pings)
  const throttle = throttleFrames(socket)
  socket.on('close', (code) => {
    heart[Symbol.dispose]()
    throttle[Symbol.dispose]()
    if (code === closeCodes.normal) session.hangUp(link)
    else session.detach(link)
  })
  session.attach(link, received)
  if (socket.readyState === socket.CLOSED) session.detach(link)
}

/** Passes a message on; `false` for one that no client sends. */
function takeMessage(session: TerminalSession, data: RawData, isBinary: boolean): boolean {
  if (isBinary) {
    const frame = decodeFrame(data as Buffer)
    return frame?.stream === 'stdin' && session.write(frame.bytes)
  }
  const message = readClientMessage(String(data))
  return message !== undefined && session.hear(message)
}

/** Pings regularly, and gives a connection up that has not answered for a while. */
function keepPinging(
  socket: WebSocket,
  session: TerminalSession,
  { interval, timeout }: PingTimes,
): Disposable {
  let missed = 0
  const onSign = () => {
    missed = 0
  }
  socket.on('pong', onSign).on('message', onSign)
  const timer = setInterval(() => {
    if (missed * interval >= timeout) return socket.terminate()
    missed += 1
    socket.ping()
    session.beat()
  }, interval)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function throttleFrames(socket: WebSocket): Disposable {
  let frames = 0
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    frames = 0
    timer = undefined
    if (socket.isPaused) socket.resume()
  }
  const onFrame = () => {
    frames += 1
    timer ??= setTimeout(begin, slice.milliseconds)
    if (frames > slice.maxFrames && !socket.isPaused) socket.pause()
  }
  socket.on('message', onFrame).on('ping', onFrame).on('pong', onFrame)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
