import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { MailServer } from './mail-server.ts'
import { type Reply, takeReply } from './reply.ts'

const maxAnswerLength = 65_536

/** A connection to a mail server: what is said there, and the answers, each within the server's patience. */
export class MailConnection implements Disposable {
  readonly #server: MailServer
  #socket: Socket
  #unread = ''
  #failure: Error | undefined
  #waiting: PromiseWithResolvers<Reply> | undefined
  isEncrypted: boolean

  private constructor(server: MailServer) {
    const { host, port } = server
    this.#server = server
    this.isEncrypted = server.isTls
    this.#socket = this.#listen(
      server.isTls ? connectTls({ port, ...this.#trust() }) : connect({ host, port }),
    )
  }

  static open(server: MailServer, signal: AbortSignal): MailConnection {
    const connection = new MailConnection(server)
    const abandon = () => connection.#fail(new Error('sending it took too long'))
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon, { once: true })
    return connection
  }

  say(line: string): void {
    this.write(`${line}\r\n`)
  }

  write(text: string): void {
    if (!this.#failure) this.#socket.write(text)
  }

  /** The next answer. */
  reply(): Promise<Reply> {
    this.#waiting = Promise.withResolvers<Reply>()
    const { promise } = this.#waiting
    this.#settle()
    return promise
  }

  /** Encrypts the conversation from here on. */
  encrypt(): void {
    // What came before the encryption may be anybody's.
    if (this.#unread !== '') this.#fail(new Error('the mail server talked out of turn'))
    if (this.#failure) return
    const plain = this.#socket
    plain.removeAllListeners('data')
    plain.setTimeout(0)
    this.#socket = this.#listen(connectTls({ socket: plain, ...this.#trust() }))
    this.isEncrypted = true
  }

  [Symbol.dispose](): void {
    this.#failure ??= new Error('the conversation is over')
    this.#socket.destroy()
  }

  #trust() {
    const { host, isLocal, authorities } = this.#server
    return {
      host,
      ...(isIP(host) === 0 && { servername: host }),
      // A mail server on this machine often has a certificate that nobody has signed.
      rejectUnauthorized: !isLocal,
      ...(authorities && { ca: authorities }),
    }
  }

  #listen(socket: Socket): Socket {
    const { patience } = this.#server
    socket.setTimeout(patience, () =>
      this.#fail(new Error(`the mail server has not answered for ${patience / 1000} s`)),
    )
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the mail server hung up')))
    return socket.on('data', (bytes) => {
      this.#unread += bytes.toString('utf8')
      if (this.#unread.length > maxAnswerLength) this.#fail(new Error('the answer has no end'))
      this.#settle()
    })
  }

  #settle(): void {
    const taken = this.#failure ? undefined : takeReply(this.#unread)
    if (this.#failure) this.#waiting?.reject(this.#failure)
    if (!this.#waiting || !taken) return
    this.#unread = taken.rest
    this.#waiting.resolve(taken.reply)
    this.#waiting = undefined
  }

  #fail(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    this.#socket.destroy()
    this.#settle()
  }
}
