/** Format in which the wire protocol wraps a provider's message; the user sees the message alone. */
const wire = /^Error from provider: \[(.*)\]$/s

/** Unwraps a provider's message; any other message is returned unchanged. */
export const providerSentence = (message: string): string => wire.exec(message)?.[1] ?? message
