import { UndeliverableError } from '#platform/model/events/email.ts'
import type { MailServer } from './mail-server.ts'

/** Properties that nodemailer sets on its errors. */
export interface SmtpError extends Error {
  code?: string
  /** Code of the system or of OpenSSL, which nodemailer has overwritten. */
  originalCode?: string
  /** Message of OpenSSL. */
  reason?: string
  /** The SMTP command that got the reply. */
  command?: string
  /** The reply, of one line or several. */
  response?: string
  responseCode?: number
  timeoutType?: string
}

const maxQuoteLength = 300
const refusedParts: [command: RegExp, part: string][] = [
  [/^(EHLO|HELO)/, 'our greeting'],
  [/^STARTTLS/, 'to encrypt'],
  [/^AUTH/, 'the user name or the password'],
  [/^MAIL FROM/, 'the sender'],
  [/^RCPT TO/, 'the recipient'],
  [/^DATA/, 'the mail'],
]

/** Turns an error of nodemailer into one plain sentence; only an `UndeliverableError` is permanent for the mail worker. */
export function explainSmtpError(error: SmtpError, { timeout, isLocal }: MailServer): Error {
  const { code, originalCode, command = '', response, timeoutType } = error
  if (timeoutType) return new Error(`the mail server has not answered for ${timeout / 1000} s`)
  if (response) return explainReply(command, response, isLocal)
  if (/maximum allowed size/.test(error.message)) return new Error('the answer has no end')
  if (/closed unexpectedly|already (destroyed|half-closed)/.test(error.message)) {
    return new Error('the mail server hung up')
  }
  if (code === 'ETLS' || originalCode?.startsWith('ERR_SSL_')) {
    const reason = error.reason ?? error.message.replace('Error initiating TLS - ', '')
    return new Error(
      `the conversation with the mail server could not be encrypted: ${quoted(reason)}`,
    )
  }
  return error
}

function explainReply(command: string, response: string, isLocal: boolean): Error {
  const quote = quoted(response)
  if (command === 'STARTTLS' && !isLocal) {
    return new Error(`the mail server offers no encryption, so nothing is sent to it: ${quote}`)
  }
  const part = refusedParts.find(([pattern]) => pattern.test(command))?.[1] ?? 'the connection'
  const sentence = `the mail server refused ${part}: ${quote}`
  const isPermanent = command === 'RCPT TO' && isUnknownRecipient(response)
  return isPermanent ? new UndeliverableError(sentence) : new Error(sentence)
}

/** 55x means an unknown address, except for 5.7.x: relaying is denied, which the operator can fix. */
const isUnknownRecipient = (response: string) => /^55\d(?![ -]5\.7\.)/.test(response)

const quoted = (response: string) =>
  response
    .replace(/^(\d{3})-/gm, '$1 ')
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, maxQuoteLength)
