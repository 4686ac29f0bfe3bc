import { terminalEndpoint } from '#api/terminal/terminal-endpoint.ts'
import { string } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** A shell, or one command, in a running instance of an application. */
export const openApplicationShell = terminalEndpoint({
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/shells',
  access: { on: 'application', may: 'operate' },
  action: 'shell.open',
  summary: 'Opens a shell, or runs a command, in a running instance of an application',
  query: { instance: string, command: string },
  async open({ platform, application, caller, from, query, ...start }) {
    const instance = query.get('instance') || undefined
    const command = query.get('command') || undefined
    if (instance !== undefined) {
      const known = (await platform.store.instances.listOf(application.id)).map(({ id }) => id)
      if (!known.some((id) => id === instance))
        throw new Refusal('missing', 'The application has no such instance.')
    }
    return platform.shells.open({
      caller,
      from,
      target: instance ?? application.id,
      title: command ?? 'shell',
      ...(command === undefined ? {} : { command }),
      ...start,
    })
  },
})
