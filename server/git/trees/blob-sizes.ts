import { readBytes } from '#git/wire/byte-reader.ts'
import { writeTo } from '#git/wire/outlet.ts'
import { GitEndedError, MissingObjectError, type ObjectPlace } from './read-trees.ts'

const timeout = 120_000
const batch = 1000

/** The bytes of blobs, which git knows without reading them. */
export async function blobSizes(
  { git, repository, env, signal }: ObjectPlace,
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  if (ids.size === 0) return sizes
  const args = [`--git-dir=${repository}`, 'cat-file', '--buffer', '--batch-check=%(objectsize)']
  const child = await git.start(args, { repository, timeout, signal, ...(env && { env }) })
  const output = readBytes(child.stdout)
  const ask = async () => {
    const all = [...ids]
    for (let at = 0; at < all.length; at += batch) {
      const lines = all.slice(at, at + batch).map((id) => `${id}\n`)
      await writeTo(child.stdin, Buffer.from(lines.join('')))
    }
    child.stdin.end()
  }
  void ask()
  try {
    for (const id of ids) {
      const line = await output.takeLine(256)
      if (line === undefined) throw new GitEndedError()
      if (!/^\d+$/.test(line)) throw new MissingObjectError(id)
      sizes.set(id, Number(line))
    }
    return sizes
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    child.stop()
  }
}
