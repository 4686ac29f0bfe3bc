import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachOf } from '#kit/concurrency/concurrency-limit.ts'
import { leastRecentlyUsed, type SizedEntry } from '#kit/least-recently-used.ts'
import { removeAbandoned } from '#toolchains/download-folder.ts'
import { type Artifact, artifactAt, checksumPath, computedChecksumPath } from './artifact-path.ts'
import { fetchArtifact } from './fetch-artifact.ts'

export interface SharedArtifactsOptions {
  /** Writable for the server alone. */
  folder: string
  /** Addresses of the operator's repositories, requested when there is something to add. */
  repositories: () => Promise<readonly string[]>
  fetch?: typeof globalThis.fetch
  log: (sentence: string) => void
  limits?: Partial<SharedLimits>
}

export interface SharedLimits {
  /** Of one addition: files, bytes of each, bytes of all, and milliseconds. */
  files: number
  fileBytes: number
  bytes: number
  timeout: number
  /** Artifacts of one addition that no repository has: the cache of an honest build names none. */
  misses: number
  /** Of everything that is shared; the oldest is removed beyond it. */
  keptBytes: number
  keptFiles: number
}

const megabyte = 1024 * 1024
const defaultLimits: SharedLimits = {
  files: 2000,
  fileBytes: 100 * megabyte,
  bytes: 1024 * megabyte,
  timeout: 600_000,
  misses: 50,
  keptBytes: 2048 * megabyte,
  keptFiles: 6000,
}
const maxConcurrent = 6
const maxWaiting = 8

/**
 * Artifacts of Maven repositories for all builds, laid out like the cache of Coursier. Of a tenant's cache only the names are
 * taken: the server downloads each file itself, so that no byte of a tenant can reach another one.
 */
export class SharedArtifacts implements AsyncDisposable {
  readonly folder: string
  readonly #options: SharedArtifactsOptions
  readonly #limits: SharedLimits
  readonly #closing = new AbortController()
  /** Applications whose additions wait or run. */
  readonly #waiting = new Set<string>()
  #leases = 0
  #last: Promise<void> = Promise.resolve()

  constructor(options: SharedArtifactsOptions) {
    this.folder = options.folder
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  /** Keeps every artifact from being removed until disposal: a build has links to all of them. */
  lease(): Disposable {
    this.#leases++
    return {
      [Symbol.dispose]: () => {
        this.#leases--
      },
    }
  }

  /**
   * Adds the artifacts at these paths of an application's cache in the background, one addition after the other. An application has
   * one at a time, so that its many builds do not keep out those of others.
   */
  add(paths: readonly string[], applicationId: string): void {
    const waiting = this.#waiting
    if (waiting.size >= maxWaiting || waiting.has(applicationId)) return
    if (this.#closing.signal.aborted) return
    waiting.add(applicationId)
    this.#last = this.#last
      .then(() => this.#addNow(paths))
      .catch((error: Error) => {
        if (!this.#closing.signal.aborted) this.#options.log(`Shared artifacts: ${error.message}`)
      })
      .finally(() => {
        waiting.delete(applicationId)
      })
  }

  /** Waits until everything is added. */
  settle(): Promise<void> {
    return this.#last
  }

  async [Symbol.asyncDispose]() {
    this.#closing.abort()
    await this.#last
  }

  async #addNow(paths: readonly string[]): Promise<void> {
    const { fetch = globalThis.fetch, log } = this.#options
    const { fileBytes, timeout, misses } = this.#limits
    if (this.#closing.signal.aborted) return
    const room = await this.#room()
    const missing = (await this.#missing(paths)).slice(0, room.files)
    if (missing.length === 0) return
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeout)])
    let [fetched, missed] = [0, 0]
    let problem: string | undefined
    const onBytes = (bytes: number) => {
      fetched += bytes
    }
    const fetchOne = async (artifact: Artifact) => {
      if (signal.aborted || fetched > room.bytes || missed > misses) return
      const from = { folder: this.folder, fetch, signal, maxBytes: fileBytes, onBytes }
      if ((await fetchArtifact(from, artifact)) === 0) missed++
    }
    await forEachOf(missing, maxConcurrent, (artifact) =>
      fetchOne(artifact).catch(({ message }: Error) => {
        problem ??= message
      }),
    )
    if (problem !== undefined && !this.#closing.signal.aborted) log(`Shared artifacts: ${problem}`)
    await this.#trim()
  }

  /** What an addition may bring: while builds run nothing can be removed, so only what still fits. */
  async #room(): Promise<{ files: number; bytes: number }> {
    const { files, bytes, keptFiles, keptBytes } = this.#limits
    if (this.#leases === 0) return { files, bytes }
    const kept = await this.#kept()
    const size = kept.reduce((sum, one) => sum + one.bytes, 0)
    return {
      files: Math.max(0, Math.min(files, keptFiles - kept.length)),
      bytes: Math.min(bytes, keptBytes - size),
    }
  }

  async #missing(paths: readonly string[]): Promise<Artifact[]> {
    const repositories = await this.#options.repositories()
    const missing: Artifact[] = []
    for (const path of new Set(paths)) {
      const artifact = artifactAt(path, repositories)
      if (!artifact || (await sizeOf(join(this.folder, path)))) continue
      if (missing.push(artifact) >= this.#limits.files) break
    }
    return missing
  }

  /** Removes the oldest artifacts beyond the limits, unless a build runs; later builds download them by themselves. */
  async #trim(): Promise<void> {
    const { keptBytes, keptFiles } = this.#limits
    const kept = await this.#kept()
    const excess = kept.toSorted((one, other) => other.usedAt - one.usedAt).slice(keptFiles)
    const left = kept.filter((one) => !excess.includes(one))
    for (const { path } of [...excess, ...leastRecentlyUsed(left, keptBytes)]) {
      if (this.#leases > 0) return
      await rm(join(this.folder, path), { force: true })
      await rm(join(this.folder, checksumPath(path)), { force: true })
      await rm(join(this.folder, computedChecksumPath(path)), { force: true })
    }
  }

  async #kept(): Promise<(SizedEntry & { path: string })[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true })
    const kept: (SizedEntry & { path: string })[] = []
    for (const entry of entries) {
      if (!entry.isFile() || /^\.|\.sha1$/.test(entry.name)) continue
      const full = join(entry.parentPath, entry.name)
      const facts = await stat(full).catch(() => undefined)
      if (!facts) continue
      const path = full.slice(this.folder.length + 1)
      kept.push({ path, bytes: facts.size, usedAt: facts.mtimeMs })
    }
    return kept
  }
}

/** Beside the tools; its name keeps it out of their list. */
export const sharedArtifactFolder = (toolchains: string) => join(toolchains, '.artifacts')

/** `undefined` where the folder cannot be written, such as that of tools which an operator has put together. */
export async function openSharedArtifacts(
  options: SharedArtifactsOptions,
): Promise<SharedArtifacts | undefined> {
  try {
    await mkdir(options.folder, { recursive: true, mode: 0o755 })
    await removeAbandoned(options.folder, (name) => name.startsWith('.new-'))
    return new SharedArtifacts(options)
  } catch (error) {
    options.log(`Builds share no Maven artifacts: ${(error as Error).message}`)
    return undefined
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size
