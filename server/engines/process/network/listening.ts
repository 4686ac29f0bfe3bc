import { readdir, readFile, readlink } from 'node:fs/promises'
import type { ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'

interface ListeningSocket extends ListeningPorts {
  inode: string
}

const listenState = '0A'

/** Listening sockets in `/proc/<pid>/net/tcp` or `tcp6`. */
export function parseListening(table: string): ListeningSocket[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
      const [address, port] = local?.split(':') ?? []
      if (state !== listenState || !address || !port || !inode) return []
      return [{ host: hostOf(address), port: Number.parseInt(port, 16), inode }]
    })
}

/** The kernel prints addresses as 32-bit words in host byte order. */
function hostOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    [...Buffer.from(word, 'hex')].reverse(),
  )
  if (bytes.length === 4) return bytes.join('.')
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255
  if (isMapped) return bytes.slice(12).join('.')
  const groups = Array.from({ length: 8 }, (_, place) =>
    (((bytes[place * 2] ?? 0) << 8) | (bytes[place * 2 + 1] ?? 0)).toString(16),
  )
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** Sockets that listen in the network namespace of a process. */
export async function listeningIn(pid: number): Promise<ListeningSocket[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables.flatMap(parseListening)
}

/** Sockets that these processes listen on. */
export async function listeningOf(pids: number[]): Promise<ListeningSocket[]> {
  const inodes = new Set((await Promise.all(pids.map(socketsOf))).flat())
  const sockets = await listeningIn(process.pid)
  return sockets.filter(({ inode }) => inodes.has(inode))
}

async function socketsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const targets = await Promise.all(
    names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
  )
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
}
