import { awaitAddon } from '#cli/addons/await-addon.ts'
import { readOptions } from '#cli/addons/read-options.ts'
import { refuseSecondOf } from '#cli/addons/refuse-shadowing.ts'
import { findApplication } from '#cli/applications/application.ts'
import { chooseLink } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { refuseDuplicate } from '#cli/owners/free-name.ts'
import { chooseOwner } from '#cli/owners/owner.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { printable } from '#cli/terminal/printable.ts'
import { withProgress } from '#cli/terminal/progress.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Summary } from '#client/summary.ts'

export const addonCreate = defineCommand({
  words: 'addon create',
  summary: 'Order an add-on',
  description:
    '`berth addon providers` lists what there is. While its provider is making it, the command waits and tells what is going on.',
  arguments: [
    { name: 'provider', summary: 'the id of the provider' },
    { name: 'name', summary: 'what it will be called' },
  ],
  options: {
    plan: {
      ...{ type: 'string', short: 'p', value: 'slug' },
      summary: 'The plan; without it the cheapest',
    },
    region: { type: 'string', short: 'r', value: 'zone', summary: 'The zone that it is made in' },
    option: {
      ...{ type: 'string', value: 'name=value', multiple: true },
      summary: 'An option that the provider knows; may be given several times',
    },
    'addon-version': {
      ...{ type: 'string', value: 'version' },
      summary: 'The version of what the provider runs',
    },
    link: {
      ...{ type: 'string', short: 'l', value: 'application' },
      summary: 'Link it to this application: an alias in this folder, an id or a name',
    },
    'allow-duplicate': {
      type: 'boolean',
      summary:
        'Even if there is another one of this name, or the application has one of this provider',
    },
    ...orgOption,
  },
  examples: ['berth addon create postgresql-addon db --link web'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const application =
      options.link === undefined
        ? undefined
        : await applicationToLink(terminal, summary, options.link, options.org)
    const owner = chooseOwner(summary, application?.ownerId ?? options.org)
    const taken = owner.addons.map((addon) => addon.name)
    const wish = { kind: 'an add-on', name: args.name, owner: owner.name, taken }
    refuseDuplicate(wish, options)
    if (application) await refuseSecondOf(client, application, args.provider, options)
    const ownerId = owner.id
    const { plan, region, 'addon-version': version } = options
    const order = {
      ...{ name: args.name, providerId: args.provider },
      ...(plan !== undefined && { plan }),
      ...(region !== undefined && { region }),
      ...(version !== undefined && { version }),
      options: readOptions(options.option ?? []),
    }
    terminal.err(`${printable(`Ordering ${args.name} from ${args.provider}.`)}\n`)
    const ordered = await withProgress(
      terminal,
      printable(`an answer of ${args.provider}`),
      client.addons.order(ownerId, order),
    )
    if (application) await client.addons.link(application, ordered.id)
    const made = await withProgress(
      terminal,
      printable(`${args.provider} to make ${ordered.name}`),
      awaitAddon(client, output, ordered, { id: ordered.id, ownerId }),
    )
    if (!made) throw new Refusal(`${ordered.name} was not created: its provider refused.`)
    output.print({ ownerId, ...made }, () =>
      [
        `${made.name} is ${made.state} (${made.id}), plan ${made.plan.slug}.`,
        ...(made.message ? [printable(`${made.provider.name} says: ${made.message}`)] : []),
        application
          ? `Linked to ${application.name}. \`berth restart\` makes it see: ${made.configKeys.join(', ')}`
          : `\`berth link ${made.name}\` links it to the application of this folder.`,
      ].join('\n'),
    )
    return 0
  },
})

/** By its alias in the folder, as stock clients have it, else by id or name. */
async function applicationToLink(
  terminal: Terminal,
  summary: Summary,
  wanted: string,
  org: string | undefined,
) {
  const links = await readLinks(terminal.folder)
  if (!links.apps.some(({ alias }) => alias === wanted))
    return findApplication(summary, wanted, org)
  const { app_id, org_id, name } = chooseLink(links, wanted)
  return { id: app_id, ownerId: org_id, name }
}
