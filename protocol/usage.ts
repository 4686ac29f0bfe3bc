import { integer, read } from '#kit/schema.ts'
import { fallback, type Infer, minValue, optional, pipe, shape } from './shape.ts'

/** A figure that is wrong is treated as one that is not told. */
const figure = fallback(optional(pipe(integer, minValue(0))), undefined)

export const usageSchema = shape(
  {
    /** What is stored, and how much the plan allows; in bytes. */
    diskBytes: figure,
    maxDiskBytes: figure,
    /** Of its own server; absent for a resource that shares one. */
    memoryBytes: figure,
    maxMemoryBytes: figure,
    connections: figure,
    maxConnections: figure,
    /** Of a store of objects. */
    objects: figure,
    maxObjects: figure,
    buckets: figure,
    maxBuckets: figure,
  },
  'must be an object',
)

/** Response to `GET {base_url}/{id}/usage`, an optional extension: what a resource uses now. */
export type ResourceUsage = Infer<typeof usageSchema>

/** Parses the response on the platform's side; `undefined` when it is invalid. */
export const readUsage = (given: unknown): ResourceUsage | undefined =>
  read(usageSchema, given).value
