import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Identity } from '#kit/crypto/x509.ts'

export interface ReceivedMessage {
  from: string
  to: string[]
  isEncrypted: boolean
  /** Raw message. */
  source: string
}

export interface TestMailServer extends AsyncDisposable {
  port: number
  messages: ReceivedMessage[]
}

type Refused = [number, string]

/** A mail server on a free port of this machine, which records messages. */
export async function openMailServer(
  options: {
    /** If set, STARTTLS is offered. */
    identity?: Identity
    isTls?: boolean
    /** If set, authentication is required. */
    login?: { user: string; password: string }
    methods?: string[]
    /** SMTP extensions that are not offered. */
    disabledExtensions?: 'SMTPUTF8'[]
    /** Reply with which a recipient is refused. */
    onRecipient?: (address: string) => Refused | undefined | Promise<Refused | undefined>
  } = {},
): Promise<TestMailServer> {
  const messages: ReceivedMessage[] = []
  const { identity, login, onRecipient } = options
  const settings: SMTPServerOptions = {
    secure: options.isTls ?? false,
    ...(identity && { cert: identity.certificate, key: identity.key }),
    disabledCommands: [...(identity ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authMethods: options.methods ?? ['PLAIN'],
    hideSMTPUTF8: options.disabledExtensions?.includes('SMTPUTF8') ?? false,
    authOptional: login === undefined,
    onAuth({ username, password }, _, done) {
      const isRight = username === login?.user && password === login?.password
      if (isRight) done(null, { user: username })
      else done(refusal(535, '5.7.8 wrong'))
    },
    onRcptTo({ address }, _, done) {
      const answer = (refused?: Refused) => (refused ? done(refusal(...refused)) : done())
      Promise.resolve(onRecipient?.(address)).then(answer, done)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        messages.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          source: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  }
  const server = new SMTPServer(settings)
  // Connections closed by the client are not failures of this server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    messages,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

const refusal = (code: number, words: string) =>
  Object.assign(new Error(words), { responseCode: code })

/** Headers by name, the decoded subject, the text and the HTML, and what is attached; bodies are in base64. */
export function readMessage(source: string) {
  const { head, leaves } = readPart(source)
  const subject = (head.get('subject') ?? '')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, text) => Buffer.from(text, 'base64').toString('utf8'))
  const bodyOf = (type: string) =>
    leaves.find((leaf) => leaf.type === type && leaf.name === undefined)?.bytes.toString('utf8')
  return {
    head,
    subject,
    text: bodyOf('text/plain') ?? '',
    html: bodyOf('text/html') ?? '',
    attachments: leaves.filter(({ name }) => name !== undefined),
  }
}

interface Leaf {
  name: string | undefined
  type: string
  bytes: Buffer
}

/** Headers of a message or of a part of it, and the parts within that have no parts of their own. */
function readPart(source: string): { head: Map<string, string>; leaves: Leaf[] } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const head = new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  const body = source.slice(end + 4)
  const [type = '', ...parameters] = (head.get('content-type') ?? '').split(/;\s*/)
  const boundary = /boundary="([^"]+)"/.exec(parameters.join(';'))?.[1]
  if (boundary !== undefined) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
    return { head, leaves: parts.flatMap((part) => readPart(part.slice(2)).leaves) }
  }
  const name = /filename="?([^";]+)/.exec(head.get('content-disposition') ?? '')?.[1]
  return { head, leaves: [{ name, type, bytes: Buffer.from(body, 'base64') }] }
}
