import { NotAllowedError } from './lookup.ts'
import { BadAnswerError } from './read-answer.ts'

export const notAllowed = (host: string) =>
  `${host} is a private address, which the operator of this platform does not allow.`

/** Network error in words; `undefined` when the call was not allowed, or was answered. */
export function reasonOf(error: Error, timeout: number): string | undefined {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (error instanceof NotAllowedError || error instanceof BadAnswerError) return undefined
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return `timeout after ${timeout / 1000} s`
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown host'
    case 'ECONNREFUSED':
      return 'connection refused'
    case 'ECONNRESET':
      return 'connection reset'
  }
  if (/cert|TLS|SSL|self.signed|altname/i.test(`${code} ${message}`)) {
    return `certificate not trusted: ${message}`
  }
  return message
}

export const sentenceFor = (error: Error, url: Pick<URL, 'host'>): string =>
  error instanceof NotAllowedError ? notAllowed(error.address) : `${url.host} ${error.message}.`
