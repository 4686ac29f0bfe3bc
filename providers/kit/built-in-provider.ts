import { once } from 'node:events'
import { createVault, type Vault } from '#kit/crypto/vault.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { RunningProvider } from './http/provider-server.ts'
import { waitForPredecessor } from './process/wait-for-predecessor.ts'

/** Settings that the platform passes to a built-in provider. */
export interface Given {
  manifest: Manifest
  /** Port to listen on, at the loopback address. */
  port: number
  /** Host in the URIs of the servers that it runs on this machine. */
  addonsHost: string
  access: ServerAccess
  /** URL of the platform's API. */
  apiUrl: string
  /** What the operator has chosen for this provider alone, by the name of the choice. */
  choices?: Readonly<Record<string, string>>
  /** Its data folder. */
  folder: string
  /** Encrypts its records. */
  vault: Vault
}

/** The same as JSON in one line of standard input, because other users can read arguments and variables. */
export type Handover = Omit<Given, 'folder' | 'vault'> & {
  /** 32 bytes in hexadecimal. */
  key: string
}

/** A built-in provider. */
export interface BuiltInProvider {
  service: RunningProvider
  /** Stops its background work; its servers keep running. */
  close?(): Promise<void>
  /** Stops the servers that it runs for customers. */
  stopServers(): Promise<void>
}

/**
 * Runs a built-in provider, with its folder as the argument. It reads its settings from the first line of standard
 * input and prints `ready` once it listens. It exits with the platform or on SIGTERM, leaving its servers running;
 * SIGINT stops those too.
 */
export async function runBuiltInProvider(
  open: (given: Given) => Promise<BuiltInProvider>,
  folder = process.argv[2] ?? '',
): Promise<void> {
  const { key, ...told } = await readHandover()
  const given: Given = { ...told, folder, vault: createVault(Buffer.from(key, 'hex')) }
  await waitForPredecessor(folder)
  const provider = await open(given)
  const { service } = provider
  await service.listen(given.port)
  const ending = nextEnding()
  console.log('ready')
  const isForEverybody = await ending
  await service.close()
  await provider.close?.()
  if (isForEverybody) await provider.stopServers()
}

const maxHandover = 1024 * 1024

/** The first line of standard input, which stays open: its end means that the platform has exited. */
async function readHandover(): Promise<Handover> {
  const { stdin } = process
  const signal = AbortSignal.timeout(30_000)
  let text = ''
  stdin.setEncoding('utf8')
  while (!text.includes('\n')) {
    const [part] = await once(stdin, 'data', { signal })
    text += part
    if (text.length > maxHandover) throw new Error('what the platform hands over is too long')
  }
  // Resumed once the end of input is awaited, which would be missed before.
  stdin.pause()
  return JSON.parse(text) as Handover
}

/** Whether the servers of customers are stopped too. */
function nextEnding(): Promise<boolean> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve(false))
    process.once('SIGINT', () => resolve(true))
    process.stdin.resume().once('close', () => resolve(false))
  })
}
