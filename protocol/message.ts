const maxMessageLength = 5_000

/**
 * A provider's message for the customer, without terminal control characters; `undefined` when it is empty or no text.
 */
export function readMessage(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined
  return (
    message.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '').slice(0, maxMessageLength) || undefined
  )
}
