import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createMutex, type Mutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Transfer, TransferOrder } from '#protocol/databases/transfers.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { OpenFile, TransferHooks } from '#providers/kit/definition.ts'
import { OutputTooLargeError } from '#providers/kit/process/run-program.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { writeAt } from './write-at.ts'

/** What only the kind of a database knows. */
export interface TransferWork {
  /** Formats of an export with the ends of their file names; the first is the usual one. */
  formats: Readonly<Record<string, string>>
  /** Limit of the size of a file, by the plan. */
  maxBytes(resource: Resource): number
  /** Throws a `DeclinedError` if an import cannot begin, such as into a full plan. */
  admit(resource: Resource): Promise<void>
  /** Runs a dump as the customer's own user; returns what there is now, and rejects with a `DeclinedError`. */
  importDump(resource: Resource, request: ImportRequest): Promise<string>
  /** Writes a consistent dump to a new file as the customer's own user. */
  exportDump(resource: Resource, request: ExportRequest): Promise<void>
}

export interface ImportRequest {
  path: string
  size: number
  goOn: boolean
  signal: AbortSignal
  onBytes(count: number): void
}

export interface ExportRequest {
  path: string
  format: string
  maxBytes: number
  signal: AbortSignal
}

export interface TransferOptions extends TransferWork {
  /** For the files of transfers, which a restart removes. */
  folder: string
  /** Tells the owner of a resource. */
  report(resource: Resource, sentence: string): Promise<void>
  onProblem(problem: unknown): void
}

interface Held {
  resourceId: string
  transfer: Transfer
  goOn: boolean
  path: string
  /** Of its file. */
  mutex: Mutex
  /** Aborted with a `DeclinedError` that says why it ends. */
  ending: AbortController
  timer: NodeJS.Timeout
}

export interface Transfers extends TransferHooks {
  close(): Promise<void>
}

/** Milliseconds that a file is kept after the last part that was sent, or after its end. */
const keptFor = 60 * 60_000
const maxHeld = 64
const isBusy = ({ state }: Transfer) => state === 'importing' || state === 'writing'
const hasFile = (transfer: Transfer) =>
  isBusy(transfer) || transfer.state === (transfer.kind === 'import' ? 'receiving' : 'done')

/**
 * Imports and exports of resources, one at a time for each. The file of an import is received as a whole before it is
 * run, and that of an export written as a whole before it is sent, so that a slow customer holds no transaction open.
 */
export function createTransfers(options: TransferOptions): Transfers {
  const { folder, formats, maxBytes, report, onProblem } = options
  const held = new Map<string, Held>()
  /** What is done at present, by resource; it may end after its transfer was forgotten. */
  const working = new Map<string, Promise<void>>()
  /** Why nothing may begin to read or change a resource. */
  const heldOff = new Map<string, string>()
  const ready = rm(folder, { recursive: true, force: true }).then(() =>
    mkdir(folder, { recursive: true, mode: 0o700 }),
  )

  const ofResource = ({ id }: Resource) =>
    [...held.values()].find(({ resourceId }) => resourceId === id)

  function refuseBusy(resource: Resource): void {
    const kind = ofResource(resource)?.transfer.kind ?? 'import'
    if (working.has(resource.id))
      throw new DeclinedError(
        `An ${kind} of this add-on is under way: wait for its end, or cancel it.`,
        409,
      )
    const sentence = heldOff.get(resource.id)
    if (sentence !== undefined) throw new DeclinedError(sentence, 409)
  }

  const removeFile = (one: Held) => one.mutex(() => rm(one.path, { force: true }))

  async function forget(one: Held): Promise<void> {
    clearTimeout(one.timer)
    one.ending.abort(new DeclinedError('It was cancelled.'))
    held.delete(one.transfer.id)
    await removeFile(one)
  }

  const find = (resource: Resource, id: string): Held => {
    const one = held.get(id)
    if (one?.resourceId !== resource.id)
      throw new DeclinedError(
        'There is no such import or export any more: the platform was restarted, or another one was begun since.',
        404,
      )
    return one
  }

  function touch(one: Held, change: Partial<Transfer>): Transfer {
    Object.assign(one.transfer, change)
    clearTimeout(one.timer)
    one.timer = setTimeout(() => void (isBusy(one.transfer) || forget(one)), keptFor).unref()
    return { ...one.transfer }
  }

  function work(one: Held, resource: Resource, act: () => Promise<string>): void {
    const { kind } = one.transfer
    const { signal } = one.ending
    const done = act()
      .then(
        (message) => ({ state: 'done', message }) as const,
        (problem: unknown) => {
          if (!(problem instanceof DeclinedError)) onProblem(problem)
          const why = signal.reason instanceof DeclinedError ? signal.reason : problem
          const message =
            why instanceof DeclinedError ? why.message : 'Something went wrong on our side.'
          return { state: 'failed', message } as const
        },
      )
      .then(async (end) => {
        touch(one, end)
        if (end.state === 'failed' || kind === 'import') await removeFile(one)
        const how = end.state === 'done' ? 'was done' : 'failed'
        await report(resource, `The ${kind} ${how}. ${end.message}`.trim())
      })
      .catch(onProblem)
      .finally(() => working.delete(resource.id))
    working.set(resource.id, done)
  }

  async function writeExport(one: Held, resource: Resource, format: string): Promise<string> {
    const { path, ending } = one
    const { signal } = ending
    const look = setInterval(() => {
      void stat(path).then(
        ({ size }) => isBusy(one.transfer) && touch(one, { bytes: size }),
        () => {},
      )
    }, 500)
    try {
      const most = maxBytes(resource)
      await options.exportDump(resource, { path, format, signal, maxBytes: most })
      const { size } = await stat(path)
      touch(one, { bytes: size, size })
      return `${size} bytes.`
    } catch (problem) {
      if (problem instanceof OutputTooLargeError)
        throw new DeclinedError(`The dump does not fit into ${problem.maxBytes} bytes.`)
      throw problem
    } finally {
      clearInterval(look)
    }
  }

  return {
    async begin(resource, order: TransferOrder) {
      await ready
      const { kind, size, goOn } = order
      const format = order.format || (Object.keys(formats)[0] ?? '')
      const suffix = Object.hasOwn(formats, format) ? formats[format] : undefined
      if (kind === 'export' && suffix === undefined)
        throw new DeclinedError(
          `There is no format '${format}': use ${Object.keys(formats).join(' or ')}.`,
        )
      if (kind === 'import') {
        if (size === 0) throw new DeclinedError('The file is empty.')
        if (size > maxBytes(resource))
          throw new DeclinedError(
            `The file has ${size} bytes; with this plan it may have ${maxBytes(resource)}.`,
          )
        await options.admit(resource)
      }
      // Nothing waits from here on, so that two that begin at once are one after the other.
      refuseBusy(resource)
      const before = ofResource(resource)
      const others = [...held.values()].filter((one) => one !== before && hasFile(one.transfer))
      if (others.length >= maxHeld)
        throw new DeclinedError('Too many imports and exports are under way: try again later.', 429)
      if (before) void forget(before).catch(onProblem)
      const id = randomBytes(16).toString('hex')
      const one: Held = {
        resourceId: resource.id,
        goOn,
        path: join(folder, id),
        mutex: createMutex(),
        ending: new AbortController(),
        timer: setTimeout(() => {}, 0),
        transfer: {
          id,
          kind,
          bytes: 0,
          size,
          message: '',
          state: kind === 'import' ? 'receiving' : 'writing',
          name: `dump${suffix ?? ''}`,
        },
      }
      held.set(id, one)
      if (kind === 'export') work(one, resource, () => writeExport(one, resource, format))
      return touch(one, {})
    },

    async receive(resource, id, { offset, bytes }) {
      // A part that is sent again may arrive while the first one is being written.
      return find(resource, id).mutex(async () => {
        const one = find(resource, id)
        const { state, bytes: received, size } = one.transfer
        if (state !== 'receiving')
          throw new DeclinedError(one.transfer.message || 'This import receives nothing more.', 409)
        // A part whose answer was lost is sent again.
        if (offset < received) return touch(one, {})
        if (offset > received || offset + bytes.length > size)
          throw new DeclinedError(
            `The part does not fit: ${received} of ${size} bytes are here.`,
            409,
          )
        await writeAt(one.path, offset, bytes)
        return touch(one, { bytes: received + bytes.length })
      })
    },

    async start(resource, id) {
      const one = find(resource, id)
      const { state, bytes, size, kind } = one.transfer
      if (kind !== 'import' || state !== 'receiving')
        throw new DeclinedError('This import was started before.', 409)
      if (bytes < size)
        throw new DeclinedError(
          `The file is not complete: ${bytes} of ${size} bytes are here.`,
          409,
        )
      refuseBusy(resource)
      touch(one, { state: 'importing', bytes: 0 })
      const { path, goOn } = one
      const { signal } = one.ending
      const onBytes = (count: number) => void touch(one, { bytes: count })
      work(one, resource, async () => {
        await options.admit(resource)
        return options.importDump(resource, { path, size, goOn, signal, onBytes })
      })
      return { ...one.transfer }
    },
    find: (resource, id) => ({ ...find(resource, id).transfer }),
    async open(resource, id): Promise<OpenFile | undefined> {
      const { transfer, path } = find(resource, id)
      if (transfer.kind !== 'export' || transfer.state !== 'done') return undefined
      return { name: transfer.name, size: transfer.size, stream: createReadStream(path) }
    },
    async cancel(resource, id) {
      const one = find(resource, id)
      one.ending.abort(new DeclinedError('It was cancelled.'))
      if (!isBusy(one.transfer)) await forget(one)
    },

    endOf(resource, why) {
      const one = ofResource(resource)
      if (!one) return
      const { state } = one.transfer
      one.ending.abort(new DeclinedError(why))
      if (state === 'receiving') {
        touch(one, { state: 'failed', message: why })
        void removeFile(one).catch(onProblem)
      } else if (state === 'done') void forget(one).catch(onProblem)
    },

    holdOff(resource, sentence) {
      refuseBusy(resource)
      heldOff.set(resource.id, sentence)
      return { [Symbol.dispose]: () => void heldOff.delete(resource.id) }
    },

    async close() {
      for (const one of held.values()) await forget(one)
      await Promise.allSettled(working.values())
    },
  }
}
