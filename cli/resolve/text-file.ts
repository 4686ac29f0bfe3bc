import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

const maxBytes = 64 * 1024

/** Reads a small text file. */
export async function readTextFile(
  { folder }: Pick<Terminal, 'folder'>,
  name: string,
): Promise<string> {
  const file = resolve(folder, name)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`There is no file '${name}'.`)
  if (found.size > maxBytes) throw new Refusal(`'${name}' is larger than ${maxBytes / 1024} KiB.`)
  return readFile(file, 'utf8')
}
