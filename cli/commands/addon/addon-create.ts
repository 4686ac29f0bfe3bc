import { awaitAddon } from '#cli/addons/await-addon.ts'
import { providerSentence } from '#cli/addons/provider-error.ts'
import { readOptions } from '#cli/addons/read-options.ts'
import { refuseSecondOf } from '#cli/addons/refuse-shadowing.ts'
import { chooseLink } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { findApplication } from '#cli/resolve/application.ts'
import { refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwnerInFolder } from '#cli/resolve/owner.ts'
import { printable } from '#cli/terminal/printable.ts'
import { withProgress } from '#cli/terminal/progress.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Summary } from '#client/resources/summary.ts'

export const addonCreate = defineCommand({
  words: 'addon create',
  summary: 'Order an add-on',
  description:
    '`berth addon providers` lists the providers. The command shows progress until the add-on is ready.',
  arguments: [
    { name: 'provider', summary: 'provider id' },
    { name: 'name', summary: 'name of the add-on' },
  ],
  options: {
    plan: {
      type: 'string',
      short: 'p',
      value: 'slug',
      summary: 'Plan (default: the cheapest)',
    },
    region: { type: 'string', short: 'r', value: 'zone', summary: 'Zone' },
    option: {
      type: 'string',
      value: 'name=value',
      multiple: true,
      summary: 'Option of the provider; can be repeated',
    },
    'addon-version': {
      type: 'string',
      value: 'version',
      summary: 'Version of the software',
    },
    link: {
      type: 'string',
      short: 'l',
      value: 'application',
      summary: 'Application to link it to: alias in this folder, id or name',
    },
    'allow-duplicate': {
      type: 'boolean',
      summary: 'Allow a second add-on of this name, or of this provider in the application',
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
    const owner = chooseOwnerInFolder(summary, application?.ownerId ?? options.org)
    const taken = owner.addons.map((addon) => addon.name)
    const request = { kind: 'an add-on', name: args.name, owner: owner.name, taken }
    refuseDuplicate(request, options)
    if (application) await refuseSecondOf(client, application, args.provider, options)
    const ownerId = owner.id
    const { plan, region, 'addon-version': version } = options
    const order = {
      name: args.name,
      providerId: args.provider,
      ...(plan !== undefined && { plan }),
      ...(region !== undefined && { region }),
      ...(version !== undefined && { version }),
      options: readOptions(options.option ?? []),
    }
    terminal.err(`${printable(`Ordering ${args.name} from ${args.provider}.`)}\n`)
    const ordered = await withProgress(
      terminal,
      printable(`${args.provider} to answer`),
      client.addons.order(ownerId, order).catch(refuseOrder),
    )
    if (application) await client.addons.link(application, ordered.id)
    const made = await withProgress(
      terminal,
      printable(`${args.provider} to create ${ordered.name}`),
      awaitAddon(client, output, ordered, { id: ordered.id, ownerId }),
    )
    if (!made) throw new Refusal(`${ordered.name} was not created: the provider refused the order.`)
    output.print({ ownerId, ...made }, () =>
      [
        `${made.name} is ${made.state} (${made.id}), plan ${made.plan.slug}.`,
        ...(made.message ? [printable(`${made.provider.name} says: ${made.message}`)] : []),
        application
          ? `Linked to ${application.name}. Run \`berth restart\` to apply ${made.configKeys.join(', ')}`
          : `Run \`berth link ${made.name}\` to link it to the application of this folder.`,
      ].join('\n'),
    )
    return 0
  },
})

/** Error code of the API for an order that the provider refused or did not answer; no order is stored. */
const providerFailed = -500

function refuseOrder(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== providerFailed) throw error
  const sentence = providerSentence(error.message).replace(/[^.!?…]$/, '$&.')
  throw new ApiError(error.status, error.code, `${sentence} Nothing was ordered.`, error.fields)
}

/** Application by its alias in the folder, as in stock clients, else by id or name. */
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
