import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import type { ProviderDescription } from '#client/resources/marketplace/providers.ts'

const text = (summary: string) => ({ type: 'string', value: 'text', summary }) as const
const url = (summary: string) => ({ type: 'string', value: 'url', summary }) as const
const choice = (summary: string) =>
  ({ type: 'string', value: 'answer', summary, choices: ['yes', 'no'] }) as const

export const providerUpdate = defineCommand({
  words: 'provider update',
  summary: 'Change the description and settings of an add-on provider',
  description:
    'Options that are not given keep their values. The manifest is changed with `berth provider push`.',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: {
    name: text('Name'),
    website: url('Website'),
    'support-email': { type: 'string', value: 'address', summary: 'Support address' },
    twitter: text('Twitter account'),
    'short-desc': text('Short description'),
    'long-desc': text('Description'),
    'logo-url': url('Logo URL'),
    'new-tab': choice('Whether its dashboard opens in a new tab'),
    'can-upgrade': choice('Whether the plan of an add-on can be changed'),
    'sso-timestamp': {
      type: 'string',
      value: 'unit',
      choices: ['milliseconds', 'seconds'],
      summary: 'Unit of SSO timestamps',
    },
    ...orgOption,
  },
  examples: ['berth provider update pigeon --website https://pigeon.example.org'],
  async handle(context) {
    const { args, options, output } = context
    const wanted = {
      name: options.name,
      website: options.website,
      supportEmail: options['support-email'],
      twitterName: options.twitter,
      shortDesc: options['short-desc'],
      longDesc: options['long-desc'],
      logoUrl: options['logo-url'],
      openInNewTab: isYes(options['new-tab']),
      canUpgrade: isYes(options['can-upgrade']),
      ssoTimestampUnit: options['sso-timestamp'],
    }
    const change: Partial<ProviderDescription> = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    )
    if (Object.keys(change).length === 0)
      throw new Refusal('Nothing to change.', 'See the options with --help.')
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const changed = await client.providers.change(owner.id, offer.id, change)
    output.print(changed, () => `Changed ${offer.id}.`)
    return 0
  },
})

const isYes = (answer: 'yes' | 'no' | undefined) =>
  answer === undefined ? undefined : answer === 'yes'
