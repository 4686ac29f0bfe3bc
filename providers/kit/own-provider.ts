import { once } from 'node:events'
import { createVault, type Vault } from '#kit/crypto/vault.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { RunningProvider } from './http/provider-server.ts'
import { waitToBeAlone } from './process/alone.ts'

/** What the platform tells a provider that comes with it. */
export interface Given {
  manifest: Manifest
  /** Where it is to listen, on the loopback address. */
  port: number
  /** The host in the URIs of the servers that it runs on this machine. */
  addonsHost: string
  access: ServerAccess
  /** Where the platform's API is. */
  apiUrl: string
  /** The folder that is its own. */
  folder: string
  /** Encrypts what it remembers. */
  vault: Vault
}

/** The same as it comes through standard input: a line of JSON, since arguments and variables can be read by others. */
export type Handover = Omit<Given, 'folder' | 'vault'> & {
  /** 32 bytes in hexadecimal digits. */
  key: string
}

/** A provider that comes with the platform. */
export interface OwnProvider {
  service: RunningProvider
  /** Ends what it does by itself; its servers go on. */
  close?(): Promise<void>
  /** Ends the servers that it runs for customers. */
  stopServers(): Promise<void>
}

/**
 * Runs a provider that the platform has started, with its folder as the argument, until it has to end. It says `ready`
 * once it listens. It is given what it needs in the first line of its standard input. It ends with the platform, or on SIGTERM, and what it runs for customers goes on; SIGINT ends that too.
 */
export async function runOwnProvider(
  open: (given: Given) => Promise<OwnProvider>,
  folder = process.argv[2] ?? '',
): Promise<void> {
  const { key, ...told } = await readHandover()
  const given: Given = { ...told, folder, vault: createVault(Buffer.from(key, 'hex')) }
  await waitToBeAlone(folder)
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

/** The first line of standard input, which stays open: its end is the end of the platform. */
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
  // Read on once somebody waits for its end, which would be missed before.
  stdin.pause()
  return JSON.parse(text) as Handover
}

/** Whether the servers of customers are to end too. */
function nextEnding(): Promise<boolean> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve(false))
    process.once('SIGINT', () => resolve(true))
    process.stdin.resume().once('close', () => resolve(false))
  })
}
