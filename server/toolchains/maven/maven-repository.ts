import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

export interface MavenRepository {
  /** Ends with `/`. */
  address: string
  fetch: typeof globalThis.fetch
  signal: AbortSignal
  /** Largest file that is accepted. */
  maxBytes?: number
}

/** What a file of a repository hashes to, as a file beside it says. */
export type PublishedHash = { sha256: string } | { sha1: string }

/** One file of a repository, and what it must hash to. */
export type MavenFile = PublishedHash & {
  /** Relative to the repository: group, artifact, version, file. */
  path: string
}

const usualMaxBytes = 200 * 1024 * 1024

/** Downloads a file of a Maven repository; throws unless it has the known hash. */
export async function downloadMavenFile(
  { address, fetch, signal, maxBytes = usualMaxBytes }: MavenRepository,
  { path, ...known }: MavenFile,
  to: string,
): Promise<void> {
  const name = path.split('/').at(-1)
  const response = await fetch(new URL(path, address), { signal })
  if (response.status === 404) throw new NotOfferedError(`the Maven repository has no ${name}`)
  if (!response.ok || !response.body) {
    throw new Error(`the Maven repository answered ${response.status}`)
  }
  const [algorithm, wanted] = 'sha256' in known ? ['sha256', known.sha256] : ['sha1', known.sha1]
  const hash = createHash(algorithm)
  await mkdir(dirname(to), { recursive: true })
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes)
        throw new NotOfferedError(`${name} is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(response.body, hashed, createWriteStream(to))
  if (hash.digest('hex') !== wanted) throw new Error(`${name} does not have the known hash`)
}

const constant = /DEFAULT_M2_ROOT = "([^"]+)"/

/** The address of Maven Central, asked of Apache Ivy: the client knows it by itself. */
export async function askIvyForCentral(ivyFolder: string, javaFolder: string): Promise<string> {
  const text = await runOrThrow(
    [
      join(javaFolder, 'bin/javap'),
      ...['-cp', join(ivyFolder, 'ivy.jar'), '-constants'],
      'org.apache.ivy.plugins.resolver.IBiblioResolver',
    ],
    { timeout: 60_000 },
  )
  const [, address] = constant.exec(text) ?? []
  if (!address) throw new Error('Ivy does not say where Maven Central is')
  return address.endsWith('/') ? address : `${address}/`
}
