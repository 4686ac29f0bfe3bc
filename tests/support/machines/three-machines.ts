import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'
import { openLabNetwork } from '#tests/support/swarm/lab-network.ts'
import { type Machine, openMachine } from './machine.ts'

export const machineNames = ['one', 'two', 'three'] as const
export type MachineName = (typeof machineNames)[number]

/** Three machines on one network, on which nothing runs yet. */
export interface ThreeMachines extends AsyncDisposable {
  machines: Record<MachineName, Machine>
  /** Puts the addresses of these machines in place of those of the guide. */
  addressed(text: string): string
  /** The newest lines of all services, for whoever looks for the reason of a failure. */
  lastLines(): Promise<string>
}

/** Networks of the guide: 10.0.0.1 is the first machine. */
const guideNetwork = /\b10\.0\.0\.(\d+)\b/g

export async function openThreeMachines(): Promise<ThreeMachines> {
  const lab = await mkdtemp(join(tmpdir(), 'berth-machines-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(lab, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  try {
    const network = stack.use(await openLabNetwork(machineNames.length))
    const places = machineNames.map((name, index) => {
      const { namespace = '', address = '' } = network.namespaces[index] ?? {}
      return { name, namespace, address, folder: join(lab, name) }
    })
    const scp = scpBetween(places)
    const opened: Machine[] = []
    for (const place of places) {
      const programs = join(place.folder, 'opt/versitygw')
      await mkdir(programs, { recursive: true })
      await copyFile(await provideVersitygw(), join(programs, 'versitygw'))
      opened.push(stack.use(await openMachine({ ...place, scp })))
    }
    const [one, two, three] = opened as [Machine, Machine, Machine]
    const prefix = network.bridgeAddress.replace(/\d+$/, '')
    return {
      machines: { one, two, three },
      addressed: (text) => text.replace(guideNetwork, (_all, last: string) => `${prefix}${last}`),
      async lastLines() {
        const told = await Promise.all(
          opened.map(async ({ name, run }) => [
            name,
            (await run('tail -n 15 /run/units/*.log')).stdout,
          ]),
        )
        return told.flat().join('\n')
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** `scp FILE ADDRESS:FOLDER`, by copying into the folder of the machine with the address. */
const scpBetween = (places: readonly { address: string; folder: string }[]) =>
  [
    '#!/bin/sh',
    'set -eu',
    'case "$2" in',
    ...places.map(({ address, folder }) => `${address}:*) cp "$1" "${folder}\${2#*:}" ;;`),
    '*) exit 1 ;;',
    'esac',
    '',
  ].join('\n')
