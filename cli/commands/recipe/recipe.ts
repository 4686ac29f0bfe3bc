import { dirname, join, resolve } from 'node:path'
import { chooseType } from '#cli/applications/detect-type.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { hasProfile } from '#cli/profiles/chosen-profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { type NamedApplication, resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { variableSources } from '#cli/variables/effective-variables.ts'
import type { Client } from '#client/client.ts'
import { filesOf } from './files.ts'
import { offlineRecipes } from './offline.ts'

export const recipe = defineCommand({
  words: 'recipe',
  summary: 'Show how a folder would be built and started, without deploying it',
  description:
    'Reads the files as they are, committed or not. In a folder linked to an application, or with --app,\n' +
    'its variables apply; --env overrides them. Without a login, or with --offline, no platform is asked.',
  arguments: [
    {
      name: 'folder',
      summary: 'the folder (default: this one)',
      completes: 'files',
      optional: true,
    },
  ],
  options: {
    type: {
      type: 'string',
      short: 't',
      value: 'type',
      summary: 'Application type (default: that of the application, else by the files)',
    },
    env: {
      type: 'string',
      short: 'e',
      value: 'NAME=value',
      summary: 'Set this variable; can be repeated',
      multiple: true,
    },
    offline: {
      type: 'boolean',
      summary: 'Ask no platform: plan as one of the version of this tool would',
    },
    ...applicationOptions,
  },
  examples: [
    'berth recipe .',
    'berth recipe . --offline',
    'berth recipe . --env CC_NODE_BUILD_TOOL=pnpm --env APP_FOLDER=web',
  ],
  async handle(context) {
    const { output, options, args } = context
    const terminal = {
      ...context.terminal,
      folder: resolve(context.terminal.folder, args.folder ?? '.'),
    }
    const given = Object.fromEntries(options.env.map(pairOf))
    const files = await filesOf(terminal)
    const isMeant = options.app !== undefined || options.alias !== undefined
    const isOffline = options.offline || !(isMeant || (await hasProfile(context)))
    const client = isOffline ? undefined : (await openSession(context)).client
    if (options.offline && isMeant)
      throw new Refusal('--offline asks no platform, so it knows no application: leave one out.')
    if (!client)
      output.tell('No platform is asked: this is what one of the version of this tool would do.')
    const application =
      client && (isMeant || (await isLinked(terminal.folder)))
        ? await resolveApplication(client, { terminal, options })
        : undefined
    const known = client && application && (await knownOf(client, application))
    const environment: Record<string, string> = { ...known?.environment, ...given }
    const type = await chooseType(
      terminal,
      output,
      join(terminal.folder, environment.APP_FOLDER ?? ''),
      options.type ?? known?.type,
    )
    const planned = await (client?.recipes ?? (await offlineRecipes())).plan({
      type,
      environment,
      ...files,
    })
    output.print(planned.recipe, () => planned.lines.map(printable).join('\n'))
    return 0
  },
})

function pairOf(text: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new Refusal(`Invalid --env '${text}': use NAME=value.`)
  return [name, value]
}

/** Whether this folder itself is linked; a link of a parent folder is about other files. */
async function isLinked(folder: string): Promise<boolean> {
  const { path, apps } = await readLinks(folder)
  return apps.length > 0 && dirname(path) === folder
}

/** Type of an application and its effective variables; its own override linked ones. */
async function knownOf(client: Client, address: NamedApplication) {
  const [{ instance }, sources] = await Promise.all([
    client.applications.get(address),
    variableSources(client, address),
  ])
  const lifetime = instance.lifetime === 'TASK' ? [{ name: 'CC_TASK', value: 'true' }] : []
  const all = [...lifetime, ...sources.toReversed().flatMap(({ variables }) => variables)]
  return {
    type: instance.type,
    environment: Object.fromEntries(all.map(({ name, value }) => [name, value])),
  }
}
