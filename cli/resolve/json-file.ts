import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

const maxBytes = 1024 * 1024

/** Reads and parses a JSON file, without validating its content. */
export async function readJsonFile(
  { folder }: Pick<Terminal, 'folder'>,
  name: string,
): Promise<unknown> {
  const file = resolve(folder, name)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`There is no file '${name}'.`)
  if (found.size > maxBytes) throw new Refusal(`'${name}' is larger than 1 MiB.`)
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    // The parser's message may quote the file, which may contain secrets; only the position is kept.
    const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0]
    throw new Refusal(`'${name}' is not valid JSON${place ? `: look at ${place}` : ''}.`)
  }
}
