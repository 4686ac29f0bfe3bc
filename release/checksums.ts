import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const checksumsName = 'SHA256SUMS'

/** SHA-256 by name of file. */
export type Checksums = ReadonlyMap<string, string>

/** Writes the file that `sha256sum --check SHA256SUMS` reads, over all other files of a folder. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines = [...(await checksumsOf(folder))].map(([name, sum]) => `${sum}  ${name}\n`)
  await writeFile(join(folder, checksumsName), lines.join(''))
}

/** Checksums of the files as they are. */
export async function checksumsOf(folder: string): Promise<Checksums> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sums = new Map<string, string>()
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name === checksumsName) continue
    if (!entry.isFile()) throw new Error(`${entry.name} in ${folder} is not a file.`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, entry.name)), hash)
    sums.set(entry.name, hash.digest('hex'))
  }
  return sums
}

/** Checksums as the file says them. */
export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await readFile(join(folder, checksumsName), 'utf8')
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      if (sum === undefined || name === undefined)
        throw new Error(`${checksumsName} in ${folder} has a line that is none: ${line}`)
      return [name, sum]
    }),
  )
}

/** A sentence for each file that is not the same in both, with what `other` is called. */
export function differences(expected: Checksums, found: Checksums, other: string): string[] {
  const names = [...new Set([...expected.keys(), ...found.keys()])].sort()
  return names.flatMap((name) => {
    const [one, two] = [expected.get(name), found.get(name)]
    if (one === two) return []
    if (two === undefined) return [`${name} is missing in ${other}.`]
    if (one === undefined) return [`${name} is only in ${other}.`]
    return [`${name} differs: ${one} in ${checksumsName}, ${two} in ${other}.`]
  })
}
