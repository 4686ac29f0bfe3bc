import { own } from './json-value.ts'

/** Error body of a provider, and the message for the customer. */
export interface FailureBody {
  id: 'error'
  message: string
  config: Record<string, never>
}

export const failureBody = (message: string): FailureBody => ({ id: 'error', message, config: {} })

const maxLength = 500

/** Message of a provider's error for the customer, or `undefined` when it is not readable text. */
export function failureMessage(body: string): string | undefined {
  const said = messageIn(body)
  if (said === undefined) return undefined
  const text = said.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
  return text === '' ? undefined : text.slice(0, maxLength)
}

function messageIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'string') return value
    const said = own(value, 'message') ?? own(value, 'error')
    return typeof said === 'string' ? said : undefined
  } catch {
    return /^\s*[<{[]/.test(body) ? undefined : body
  }
}
