import { randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { openControlGroups, removeGroup } from '#kit/control-groups/control-groups.ts'
import { joinCommand, oomScores } from '#kit/control-groups/join-command.ts'

/** CPUs of the builds and instances of an application. */
export interface ApplicationCpus {
  build: number
  instance: number
}

type Command = [string, ...string[]]

/** Runs the commands of the reference with the share of the processors that the same commands have on the platform, however busy the machine is. */
export interface HandGroups extends AsyncDisposable {
  building(command: Command): Command
  serving(command: Command): Command
}

/** The groups of a platform weigh as much as these: `openControlGroups` gives both the weight of all processors. */
export async function openHandGroups(cpus: ApplicationCpus): Promise<HandGroups> {
  const groups = await openControlGroups(`by-hand-${randomBytes(4).toString('hex')}`, {
    processShare: 1,
  })
  // Only the processors are compared: neither memory nor processes are what a push by hand runs out of.
  const memoryMegabytes = Math.floor(totalmem() / 1024 / 1024)
  const create = async (name: string, share: number) =>
    (await groups?.create(name, { memoryMegabytes, cpus: share, processes: 4096 })) ?? []
  const build = await create('build', cpus.build)
  const instance = await create('instance', cpus.instance)
  const within = (folders: string[]) => (command: Command) =>
    joinCommand({ groups: folders, oomScore: oomScores.program }, command)
  return {
    building: within(build),
    serving: within(instance),
    async [Symbol.asyncDispose]() {
      await removeGroup(build)
      await removeGroup(instance)
    },
  }
}
