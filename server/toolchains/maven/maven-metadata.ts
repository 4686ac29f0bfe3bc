import { valid } from '#kit/text/versions.ts'
import { elementsOf, textOf } from '#kit/xml/flat-xml.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import type { MavenRepository, PublishedHash } from './maven-repository.ts'

/** A release as the repository calls it, and by its numbers alone: Jetty 9.4 has the day in its versions, as in `9.4.58.v20250814`. */
export interface MavenRelease {
  version: string
  name: string
}

const maxTextBytes = 4 * 1024 * 1024
const release = /^(\d{1,4}(?:\.\d{1,4}){2})(?:\.v\d{8})?$/

/** Stable releases that a repository lists of an artifact, such as `org/apache/ant/ant`, in no order. */
export async function listReleases(
  repository: MavenRepository,
  artifact: string,
): Promise<MavenRelease[]> {
  const xml = await readText(repository, `${artifact}/maven-metadata.xml`)
  return elementsOf(xml, 'versions')
    .flatMap((versions) => elementsOf(versions, 'version'))
    .flatMap((element) => {
      const name = textOf(`<version>${element}</version>`, 'version') ?? ''
      const [, version] = release.exec(name) ?? []
      return version && valid(version) ? [{ version, name }] : []
    })
}

/** The best hash that is beside a file: not every project publishes a SHA-256. */
export async function readHash(repository: MavenRepository, path: string): Promise<PublishedHash> {
  const sha256 = await readHexadecimal(repository, `${path}.sha256`, 64)
  if (sha256) return { sha256 }
  const sha1 = await readHexadecimal(repository, `${path}.sha1`, 40)
  if (sha1) return { sha1 }
  throw new NotOfferedError(`the Maven repository has no hash of ${path.split('/').at(-1)}`)
}

/** The first word of a file, as `sha256sum` writes it; none without the file. */
async function readHexadecimal(
  repository: MavenRepository,
  path: string,
  length: number,
): Promise<string | undefined> {
  const text = await readText(repository, path).catch((error: unknown) => {
    if (error instanceof NotOfferedError) return ''
    throw error
  })
  const [word = ''] = text.trim().split(/\s/, 1)
  return word.length === length && /^[\da-f]+$/i.test(word) ? word.toLowerCase() : undefined
}

async function readText(
  { address, fetch, signal }: MavenRepository,
  path: string,
): Promise<string> {
  const { ok, status, body } = await fetch(new URL(path, address), { signal })
  if (!ok) {
    await body?.cancel()
    if (status === 404) throw new NotOfferedError(`the Maven repository has no ${path}`)
    throw new Error(`the Maven repository answered ${status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxTextBytes) throw new Error('the Maven repository gave too long an answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
