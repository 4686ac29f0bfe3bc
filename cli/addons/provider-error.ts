/** The prefix by which clients of the wire know what a provider said; people read the sentence alone. */
const wire = /^Error from provider: \[(.*)\]$/s

/** What a provider said, without the wire's frame; other messages stay as they are. */
export const providerSentence = (message: string): string => wire.exec(message)?.[1] ?? message
