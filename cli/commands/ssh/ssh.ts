import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Instance } from '#client/resources/applications/instances.ts'
import { shellRequest } from '#client/resources/terminals.ts'
import { runSsh } from './run-ssh.ts'

export const ssh = defineCommand({
  words: 'ssh',
  summary: 'Open a shell in a running instance',
  options: {
    instance: {
      type: 'string',
      value: 'id or number',
      summary: 'In this instance; by default the newest',
    },
    command: {
      type: 'string',
      short: 'c',
      value: 'command',
      summary: 'Run this command there instead, and exit with its status',
    },
    ...applicationOptions,
  },
  examples: ['berth ssh', "berth ssh -c 'ls -l'", 'berth ssh --instance 1 --app web'],
  async handle(context) {
    const { options, terminal } = context
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [instances, { shells }, keys] = await Promise.all([
      client.instances.list(application),
      client.platform.addresses(),
      client.sshKeys.list(),
    ])
    if (!shells) throw new Refusal('This platform has no shells.', 'Ask its operator to update it.')
    const target = chooseInstance(application.name, instances, options.instance)
    const { command } = options
    if (keys.length > 0) return runSsh({ terminal, profile, shells, target, command })
    const request = shellRequest(application, { instance: target, command })
    const { attachTerminal } = await import('#cli/terminal/attach-terminal.ts')
    return attachTerminal({
      client,
      request,
      terminal,
      ...(command === undefined ? {} : { hasTerminal: false }),
    })
  },
})

/** The id of the instance with this id or number; by default the newest one that runs. */
function chooseInstance(name: string, all: Instance[], wanted: string | undefined): string {
  const running = all
    .filter(({ state }) => state === 'UP')
    .sort((one, other) => other.creationDate - one.creationDate)
  const [newest] = running
  if (!newest)
    throw new Refusal(`${name} has no running instance.`, 'Start it with `berth restart`.')
  if (wanted === undefined) return newest.id
  const found = running.find(
    ({ id, instanceNumber }) => id === wanted || String(instanceNumber) === wanted,
  )
  if (found) return found.id
  const listed = running.map(({ id, instanceNumber }) => `\n  ${instanceNumber}  ${id}`).join('')
  throw new Refusal(`${name} has no running instance '${wanted}'. It has:${listed}`)
}
