import { join } from 'node:path'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'

/** Loop devices of a file. */
export interface LoopDevices {
  /** Of the file system in it as the kernel has it, if somebody uses that. */
  live: string | undefined
  /** Of earlier ones, which can write nothing any more, until those who have them mounted end. */
  cutOff: string[]
}

const timeout = 60_000

export async function loopDevicesOf(image: string): Promise<LoopDevices> {
  const columns = ['--noheadings', '--output', 'NAME,SIZELIMIT']
  const listed = await runSmallOrThrow(['losetup', '--associated', image, ...columns], { timeout })
  const devices = listed
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/))
  const named = (isCutOff: boolean) =>
    devices.filter(([, limit]) => (limit !== '0') === isCutOff).map(([name = '']) => name)
  return { live: named(false)[0], cutOff: named(true) }
}

/** Attaches a file to a device of its own, whatever others it has. */
export const attachLoop = async (image: string): Promise<string> =>
  (await runSmallOrThrow(['losetup', '--find', '--show', '--', image], { timeout })).trim()

/** Detaches a device, once nobody uses it. */
export const detachLoop = (device: string) =>
  runSmallOrThrow(['losetup', '--detach', device], { timeout })

/** Lets nothing be read or written through a device; one that has just ended is none. */
export const cutOffLoop = async (device: string): Promise<void> =>
  void (await runSmall(['perl', join(import.meta.dirname, 'cut-off.pl'), device], { timeout }))
