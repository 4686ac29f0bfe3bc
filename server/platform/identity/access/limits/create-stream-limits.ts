import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import type { StreamLimits } from '#platform/model/identity/limits/stream-limits.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Per reader, across all sources and credentials. */
const maxPerReader = 50
/** Per source: each line of a flood is written to every reader. */
const maxPerSource = 50
/** Per reader and source, so that one member of an organisation cannot use up the slots of its log. */
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
