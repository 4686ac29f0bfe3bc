import { countUpTo, readQuery, valuesIn } from '#api/http/query.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { string } from '#kit/schema.ts'

/** Parameters of a streamed log that change how lines are sent, not which: `field` may be repeated. */
export const streamParameters = {
  field: string,
  throttleElements: countUpTo(1_000_000),
  throttlePerInMilliseconds: countUpTo(60_000),
}

export interface StreamOptions {
  /** Names of the fields that are sent; all are when empty. */
  fields: ReadonlySet<string>
  /** At most this many lines in each period of so many milliseconds; later lines wait. */
  rate: { maxLines: number; period: number } | undefined
}

const defaultPeriod = 1000

export function streamOptionsOf(query: URLSearchParams): StreamOptions {
  const { throttleElements: maxLines, throttlePerInMilliseconds: period = defaultPeriod } =
    readQuery(query, streamParameters)
  return {
    fields: valuesIn(query, 'field'),
    rate: maxLines === undefined ? undefined : { maxLines, period },
  }
}

/** The chosen fields of a line. */
export function pickFields(
  line: Record<string, unknown>,
  fields: ReadonlySet<string>,
): Record<string, unknown> {
  if (fields.size === 0) return line
  return Object.fromEntries(Object.entries(line).filter(([name]) => fields.has(name)))
}

/** Delays events beyond the rate until the next period. None is dropped: the source waits. */
export async function* limitRate<T>(
  events: AsyncIterable<T>,
  rate: StreamOptions['rate'],
  { signal, now }: { signal: AbortSignal; now: () => number },
): AsyncIterable<T> {
  if (!rate) return yield* events
  const { maxLines, period } = rate
  let [begun, sent] = [now(), 0]
  for await (const event of events) {
    const passed = now() - begun
    if (passed >= period) [begun, sent] = [now(), 0]
    else if (sent >= maxLines) {
      await sleep(period - passed, signal).catch(() => {})
      if (signal.aborted) return
      ;[begun, sent] = [now(), 0]
    }
    sent++
    yield event
  }
}
