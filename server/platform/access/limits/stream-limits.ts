import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { Refusal } from '#platform/refusal.ts'

/** Limits how many answers that last (logs that are followed, files that are fetched) are open at the same time. */
export interface StreamLimits {
  /**
   * Takes a slot of the reader, a user or whoever stands for one, and of what is read, until it is disposed of; refuses
   * when either has none left.
   */
  take(stream: { reader: string; source: string }): DisposableStack
}

/** Of one reader, whatever is read and with however many credentials. */
const maxPerReader = 50
/** Of one source: each line of a flood is written to every reader. */
const maxPerSource = 50
/** Of one reader at one source, so that one member of an organisation does not shut its log to the others. */
const maxPerReaderAndSource = 20
const wait = 30

export function createStreamLimits(): StreamLimits {
  const readers = createKeyedSlots()
  const sources = createKeyedSlots()
  const pairs = createKeyedSlots()
  const orRefuse = (slot: Disposable | undefined, sentence: string): Disposable => {
    if (slot) return slot
    throw new Refusal('limited', `${sentence}: close one, or try again later.`, { wait })
  }
  return {
    take({ reader, source }) {
      using slots = new DisposableStack()
      slots.use(
        orRefuse(
          readers.take(reader, maxPerReader),
          `You have ${maxPerReader} streams open already, and no more are allowed at the same time`,
        ),
      )
      slots.use(
        orRefuse(
          pairs.take(`${reader} ${source}`, maxPerReaderAndSource),
          `You read this ${maxPerReaderAndSource} times already, and no more are allowed at the same time`,
        ),
      )
      slots.use(
        orRefuse(
          sources.take(source, maxPerSource),
          `There are ${maxPerSource} readers of this already, and no more are allowed at the same time`,
        ),
      )
      return slots.move()
    },
  }
}
