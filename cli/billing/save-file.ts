import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { StreamedResponse } from '#client/http/connection.ts'

/** Writes a download to a file, which appears once it is complete; returns its path. */
export async function saveFile(
  { folder }: Pick<Terminal, 'folder'>,
  name: string,
  open: (signal: AbortSignal) => Promise<StreamedResponse>,
): Promise<string> {
  const path = resolve(folder, name)
  const draft = `${path}.part`
  try {
    const file = await open(AbortSignal.timeout(timeout))
    await pipeline(file.bytes, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return path
}

const timeout = 120_000
