import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '#protocol/manifest.ts'
import { waitToBeAlone } from './alone.ts'
import type { RunningPartner } from './partner.ts'

/** What the platform tells a provider that comes with it. */
export interface Given {
  manifest: Manifest
  /** Where it is to listen, on the loopback address. */
  port: number
  /** The name by which linked applications reach the servers that it runs on this machine. */
  addonsHost: string
  /** Where the platform's API is. */
  apiUrl: string
  /** The folder that is its own. */
  folder: string
}

/** A provider that comes with the platform. */
export interface OwnProvider {
  partner: RunningPartner
  /** Ends what it does by itself; its servers go on. */
  close?(): Promise<void>
  /** Ends the servers that it runs for customers. */
  stopServers(): Promise<void>
}

/**
 * Runs a provider that the platform has started, with its folder as the argument, until it has to end. It says `ready`
 * once it listens. It ends with the platform, or on SIGTERM, and what it runs for customers goes on; SIGINT ends that too.
 */
export async function runOwnProvider(
  open: (given: Given) => Promise<OwnProvider>,
  folder = process.argv[2] ?? '',
): Promise<void> {
  const told = JSON.parse(await readFile(join(folder, 'provider.json'), 'utf8'))
  const given: Given = { ...told, folder }
  await waitToBeAlone(folder)
  const provider = await open(given)
  const { partner } = provider
  await partner.listen(given.port)
  const ending = nextEnding()
  console.log('ready')
  const isForEverybody = await ending
  await partner.close()
  await provider.close?.()
  if (isForEverybody) await provider.stopServers()
}

/** Whether the servers of customers are to end too. */
function nextEnding(): Promise<boolean> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve(false))
    process.once('SIGINT', () => resolve(true))
    process.stdin.resume().once('close', () => resolve(false))
  })
}
