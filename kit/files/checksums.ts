import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export const checksumsName = 'SHA256SUMS'

/** A folder is not one of files with their checksums. */
export class ChecksumsError extends Error {}

/** SHA-256 by name of file. */
export type Checksums = ReadonlyMap<string, string>

/** Writes the file that `sha256sum --check SHA256SUMS` reads, over these files of a folder, or all others. */
export async function writeChecksums(folder: string, names?: readonly string[]): Promise<void> {
  const sums = [...(await checksumsOf(folder, names))]
  const lines = sums.map(([name, sum]) => `${sum}  ${name}\n`)
  await writeFile(join(folder, checksumsName), lines.join(''))
}

/** Checksums of these files, or all, as they are, in the order of their names. */
export async function checksumsOf(folder: string, names?: readonly string[]): Promise<Checksums> {
  const sums = new Map<string, string>()
  for (const name of [...(names ?? (await namesIn(folder)))].sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    sums.set(name, hash.digest('hex'))
  }
  return sums
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const others = entries.filter(({ name }) => name !== checksumsName)
  const strange = others.find((entry) => !entry.isFile())
  if (strange) throw new ChecksumsError(`${strange.name} in ${folder} is not a file.`)
  return others.map(({ name }) => name)
}

/** Checksums as the file says them. */
export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await readFile(join(folder, checksumsName), 'utf8').catch((error: Error) => {
    throw new ChecksumsError(`${folder} has no ${checksumsName}: ${error.message}`)
  })
  return parseChecksums(text, `${checksumsName} in ${folder}`)
}

/** Checksums in a text; `what` names it in the error about a line that is none. */
export function parseChecksums(text: string, what: string): Checksums {
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      if (sum === undefined || name === undefined)
        throw new ChecksumsError(`${what} has a line that is none: ${line}`)
      return [name, sum]
    }),
  )
}
