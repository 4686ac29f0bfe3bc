import { setImmediate } from 'node:timers/promises'

const batchSize = 10

/**
 * A response with a JSON array that is made and sent in batches, as fast as the client reads. Between two batches other
 * calls are answered, and no list of all records is held in memory.
 */
export function jsonArrayStream<Item>(
  items: readonly Item[],
  recordOf: (item: Item) => Promise<unknown>,
): Response {
  const encoder = new TextEncoder()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 0) await setImmediate()
      const batch = items.slice(sent, sent + batchSize)
      const records = await Promise.all(batch.map(recordOf))
      const texts = records.map((record) => JSON.stringify(record))
      const start = sent === 0 ? '[' : ','
      sent += batch.length
      const isEnd = sent >= items.length
      controller.enqueue(encoder.encode(`${start}${texts.join(',')}${isEnd ? ']' : ''}`))
      if (isEnd) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
