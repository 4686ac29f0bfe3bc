import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { type Buckets, isGone, type Size } from '#providers/cellar/gateway/buckets.ts'

/** A measurement takes at most this share of the time, because it looks at every object. */
const share = 0.05
/** What is above a plan is measured up to this multiple: whoever adds objects all the time would keep a measurement from its end. */
const beyond = 2
/** Of all add-ons, because those with many objects take long. */
const maxConcurrent = 4
/** Milliseconds that a caller waits for a measurement that is due: most take less. */
const usualWait = 1_000

/** What is measured. */
export interface Measurable {
  /** Of the add-on. */
  id: string
  /** Of its buckets. */
  names: readonly string[]
  /** What its plan allows. */
  max: Size
  buckets: Buckets
}

/** All that an add-on stores. */
export interface Sizes extends Size {
  /** The largest first. */
  buckets: readonly (Size & { name: string })[]
}

/** The newest sizes of add-ons, measured in the background. */
export interface Measures {
  /**
   * The newest sizes; `undefined` before the first. Begins a measurement, unless that was done a short while ago for how long it took, and
   * waits for it for a moment.
   */
  newest(measurable: Measurable): Promise<Sizes | undefined>
  forget(id: string): void
}

export interface MeasuresOptions {
  onProblem?: (problem: unknown) => void
  now?: () => number
  /** Milliseconds. */
  wait?: number
}

interface Measured {
  sizes: Sizes
  /** When it may be measured again. */
  nextAt: number
}

export function createMeasures(options: MeasuresOptions = {}): Measures {
  const { onProblem = console.error, now = () => performance.now(), wait = usualWait } = options
  const known = new Map<string, Measured>()
  const running = new Map<string, Promise<void>>()
  const limited = limitConcurrency({ maxConcurrent })

  async function measure(measurable: Measurable): Promise<void> {
    const begin = now()
    const sizes = await sizesOf(measurable)
    const end = now()
    known.set(measurable.id, { sizes, nextAt: end + (end - begin) / share })
  }

  function begin(measurable: Measurable): Promise<void> {
    const { id } = measurable
    const run = limited(() => measure(measurable))
      .catch(onProblem)
      .finally(() => running.delete(id))
    running.set(id, run)
    return run
  }

  return {
    async newest(measurable) {
      const { id } = measurable
      const isDue = (known.get(id)?.nextAt ?? 0) <= now()
      if (isDue) await withinWait(running.get(id) ?? begin(measurable), wait)
      return known.get(id)?.sizes
    },
    forget: (id) => void known.delete(id),
  }
}

async function withinWait(run: Promise<void>, wait: number): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([run, sleep(wait, waiting.signal).catch(() => {})])
  waiting.abort()
}

/** Bucket by bucket, until there is too much. */
async function sizesOf({ names, max, buckets }: Measurable): Promise<Sizes> {
  const sum = { bytes: 0, objects: 0 }
  const sizes: (Size & { name: string })[] = []
  for (const name of names) {
    const left = {
      bytes: beyond * max.bytes - sum.bytes,
      objects: beyond * max.objects - sum.objects,
    }
    const size = await buckets.sizeOf(name, left).catch((error: unknown) => {
      if (!isGone(error)) throw error
      return { bytes: 0, objects: 0 }
    })
    sum.bytes += size.bytes
    sum.objects += size.objects
    sizes.push({ name, ...size })
  }
  return { ...sum, buckets: sizes.toSorted((one, other) => other.bytes - one.bytes) }
}
