import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { atOrigin } from '#kit/net/web-address.ts'
import type { LogLine } from '#protocol/logplex.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { platformClient } from './http/platform-client.ts'
import { sendLogs } from './logs.ts'
import type { Resource } from './resources/resource.ts'

/** Sends lines to the logs of add-ons. */
export interface AddonLogs {
  /** Sends one line; lost when the platform does not answer. */
  say(resource: Resource, text: string): Promise<void>
  /** Sends lines appended to a file since the last call; `dated` parses the time and text of a line. */
  sendNew(resource: Resource, path: string, dated: (line: string) => LogLine): Promise<void>
}

const maxChunk = 256 * 1024
const maxFileLength = 16 * 1024 * 1024

export function openAddonLogs(apiUrl: string, manifest: Manifest): AddonLogs {
  const platform = platformClient(apiUrl, manifest)
  const mutex = createKeyedMutex()
  const collectors = new Map<string, string>()

  async function send(resource: Resource, lines: readonly LogLine[]): Promise<boolean> {
    const { addonId } = resource
    // By the address that the platform is called at: its public one may need a name server.
    const url =
      collectors.get(addonId) ?? atOrigin((await platform.logCollector(addonId)).url, apiUrl)
    const status = await sendLogs(url, resource, lines)
    if (status < 300) collectors.set(addonId, url)
    return status < 300
  }

  return {
    async say(resource, text) {
      await send(resource, [{ at: Date.now(), text }])
    },
    sendNew: (resource, path, dated) =>
      mutex(path, async () => {
        const sent = await sentOf(path)
        const { text, end } = await readFrom(path, sent)
        const lines = text.split('\n').filter((line) => line.trim() !== '')
        if (lines.length > 0 && !(await send(resource, lines.map(dated)))) return
        if (end === sent) return
        // Lines written between the two are lost; a server does not fill its log within a moment.
        if (end > maxFileLength) await truncate(path)
        await writeFile(`${path}.sent`, String(end > maxFileLength ? 0 : end))
      }),
  }
}

async function sentOf(path: string): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  const sent = Number(await readFile(`${path}.sent`, 'utf8').catch(() => '0'))
  return Number.isSafeInteger(sent) && sent <= size ? sent : 0
}

/** Complete lines from an offset, and the offset of their end. */
async function readFrom(path: string, start: number): Promise<{ text: string; end: number }> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return { text: '', end: start }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxChunk), 0, maxChunk, start)
    const part = buffer.subarray(0, bytesRead)
    const end = bytesRead === maxChunk ? bytesRead : part.lastIndexOf('\n') + 1
    return { text: part.subarray(0, end).toString('utf8'), end: start + end }
  } finally {
    await file.close()
  }
}
