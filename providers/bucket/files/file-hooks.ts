import { Readable } from 'node:stream'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { readEntry, readListing } from '#protocol/files/file-listing.ts'
import { createFairQueue } from '#providers/kit/backups/fair-queue.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { FileHooks } from '#providers/kit/definition.ts'
import { endOf, type Program, spawnProgram } from '#providers/kit/process/run-program.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { type Answered, firstLine } from './first-line.ts'
import { filesCommand, filesPlace } from './run-files.ts'

export interface FilesOptions {
  /** Root of the mounted volume of a resource. */
  placeOf(resource: Resource): Promise<string>
  onProblem(problem: unknown): void
}

/** For a folder of millions of names on a busy disk; nobody waits for a removal. */
const timeout = 120_000
const removeTimeout = 3_600_000
/** A whole volume at a megabyte a second takes longer; the client then begins a new download. */
const downloadTimeout = 6 * 3_600_000
/** Programs at a time, for one resource. */
const maxConcurrent = 4
/** Of all, those that end soon, and those that take their time. */
const maxShort = 8
const maxLong = 32

const busy = () => new DeclinedError('Too much is going on in these files. Try again.', 503)

/** What a customer reads about what a program has found. */
const sentences: Readonly<Record<string, [status: number, sentence: string]>> = {
  absent: [404, 'There is no such file.'],
  'not a folder': [409, 'There is no such folder: a name in the path is a file or a link.'],
  'a folder': [409, 'There is a folder of that name.'],
  'not a file': [409, 'That is a link or something else that has no content.'],
  full: [409, 'The bucket is full. Remove files, or choose a larger plan.'],
  'too long': [400, 'A name in the path is too long.'],
  'read-only': [503, 'The bucket cannot be written at the moment.'],
  'a gap': [409, 'A part of the upload is missing: begin it again.'],
  'too many uploads': [409, 'Too many uploads into this bucket were begun and not finished.'],
}

/** Works with files by `volume-files.pl`, each time in a sandbox of its own. */
export function fileHooks({ placeOf, onProblem }: FilesOptions): FileHooks {
  const ofResource = new Map<string, number>()
  const drafts = createKeyedMutex()
  const short = createFairQueue(maxShort)
  const long = limitConcurrency({ maxConcurrent: maxLong, maxQueued: 0, full: busy })

  /** Starts a verb, and resolves to its first line; `settled` when its program has ended. */
  async function begin(
    resource: Resource,
    words: [string, ...string[]],
    { input, longest }: { input?: Buffer; longest?: number } = {},
  ): Promise<{ child: Program; answered: Answered; settled: Promise<void> }> {
    const running = ofResource.get(resource.id) ?? 0
    if (running >= maxConcurrent) throw busy()
    ofResource.set(resource.id, running + 1)
    const begun = Promise.withResolvers<{ child: Program; answered: Answered }>()
    const run = async () => {
      const child = await spawnProgram(
        filesCommand(...words),
        filesPlace(await placeOf(resource)),
        {
          timeout: longest ?? timeout,
        },
      )
      child.stdin?.on('error', () => {}).end(input)
      let complaints = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (complaints.length < 1_000) complaints += text
      })
      const ended = endOf(child)
      try {
        begun.resolve({ child, answered: await firstLine(child.stdout) })
        await ended
      } catch {
        throw new Error(`${words[0]} in ${resource.id} ended with ${await ended}: ${complaints}`)
      }
    }
    const work = longest === undefined ? short(resource.ownerId, run) : long(run)
    const settled = work.finally(() => {
      const left = (ofResource.get(resource.id) ?? 1) - 1
      if (left > 0) ofResource.set(resource.id, left)
      else ofResource.delete(resource.id)
    })
    settled.catch(begun.reject)
    const { child, answered } = await begun.promise
    const { problem } = answered.value as { problem?: string }
    if (problem === undefined) return { child, answered, settled }
    const [status, sentence] = sentences[problem] ?? [500, problem]
    throw new DeclinedError(sentence, status)
  }

  return {
    async list(resource, { path, after, limit }) {
      const { answered } = await begin(resource, ['list', path, after, `${limit}`])
      const listing = readListing(answered.value)
      if (!listing) throw new Error(`the list of ${resource.id} is malformed`)
      return listing
    },
    async look(resource, path) {
      const { answered } = await begin(resource, ['look', path])
      const entry = readEntry(answered.value)
      if (!entry) throw new Error(`an entry of ${resource.id} is malformed`)
      return entry
    },
    async open(resource, path) {
      const { child, answered } = await begin(resource, ['get', path], { longest: downloadTimeout })
      const { size } = answered.value as { size: number }
      const stream = Readable.from(answered.rest)
      stream.once('close', () => child.kill('SIGKILL'))
      return { name: '', size, stream }
    },
    put: (resource, { path, draftId, offset, isLast, bytes }) =>
      drafts(`${resource.id}/${draftId}`, async () => {
        const { length } = bytes
        const words = ['put', path, draftId, `${offset}`, `${length}`, isLast ? '1' : ''] as const
        const { settled } = await begin(resource, [...words], { input: bytes })
        await settled
      }),
    async remove(resource, path) {
      const { settled } = await begin(resource, ['rm', path], { longest: removeTimeout })
      settled.catch(onProblem)
    },
  }
}
