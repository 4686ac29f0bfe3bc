import { type Address, addressOf, type Creatable } from '#console/navigation/addresses.ts'
import { accountNavigation, ownerNavigation } from '#console/navigation/navigation-entries.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { shellTexts } from '#console/texts/en/shell.ts'

export interface Command {
  id: string
  group: string
  label: string
  detail?: string | undefined
  to: Address
}

const { areas, commands: groups } = shellTexts

/** Everything that the palette can open: pages, applications and add-ons of all organisations, the current one first. */
export function commandsFor(owners: readonly Owner[], current: Owner | undefined): Command[] {
  const ordered = current ? [current, ...owners.filter(({ id }) => id !== current.id)] : owners
  return [
    ...ordered.flatMap(applicationCommands),
    ...ordered.flatMap(addonCommands),
    ...(current ? pageCommands(current) : []),
    ...createCommands(current?.id),
    ...accountNavigation.map(({ id, label, to }) => ({
      id: `account-${id}`,
      group: groups.goTo,
      label,
      detail: areas.account,
      to,
    })),
    ...owners.map(({ id, name }) => ({
      id: `owner-${id}`,
      group: groups.organisations,
      label: name,
      to: addressOf.owner(id),
    })),
  ]
}

const applicationCommands = ({ id: ownerId, name, applications }: Owner): Command[] =>
  applications.flatMap((application) => {
    const address = { ownerId, id: application.id }
    return [
      {
        id: application.id,
        group: groups.applications,
        label: application.name,
        detail: name,
        to: addressOf.application(address),
      },
      ...(['deployments', 'logs', 'metrics', 'variables', 'domains', 'settings'] as const).map(
        (tab) => ({
          id: `${application.id}-${tab}`,
          group: groups.applications,
          label: `${application.name} › ${tab}`,
          detail: name,
          to: addressOf.application(address, tab),
        }),
      ),
    ]
  })

const addonCommands = ({ id: ownerId, name, addons }: Owner): Command[] =>
  addons.map((addon) => ({
    id: addon.id,
    group: groups.addons,
    label: addon.name,
    detail: `${addon.providerId} · ${name}`,
    to: addressOf.addon({ ownerId, id: addon.id }),
  }))

const pageCommands = (owner: Owner): Command[] => [
  {
    id: 'page-overview',
    group: groups.goTo,
    label: areas.overview,
    detail: owner.name,
    to: addressOf.owner(owner.id),
  },
  ...ownerNavigation(owner).map(({ id, label, to }) => ({
    id: `page-${id}`,
    group: groups.goTo,
    label,
    detail: owner.name,
    to,
  })),
]

const createCommands = (ownerId: string | undefined): Command[] =>
  creatable.map(([what, name]) => ({
    id: `create-${what}`,
    group: groups.actions,
    label: `${shellTexts.create} ${name}`,
    to: addressOf.create(what, ownerId),
  }))

const creatable: readonly [Creatable, name: string][] = [
  ['application', 'application'],
  ['addon', 'add-on'],
  ['consumer', 'OAuth consumer'],
  ['organisation', 'organisation'],
  ['provider', 'provider'],
]

const maxShown = 12

/**
 * The best matches of what was typed: each word has to begin or be in the label, the detail or the id. Without words,
 * the first of each kind.
 */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0)
    return commands.filter(({ label }) => !label.includes('›')).slice(0, maxShown)
  return commands
    .map((command, at) => ({ command, at, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, maxShown)
    .map(({ command }) => command)
}

function scoreOf({ id, label, detail = '' }: Command, words: readonly string[]): number {
  const name = label.toLowerCase()
  let score = 0
  for (const word of words) {
    if (name.startsWith(word)) score += 4
    else if (name.includes(` ${word}`) || name.includes(`-${word}`)) score += 3
    else if (name.includes(word)) score += 2
    else if (detail.toLowerCase().includes(word) || id.toLowerCase().includes(word)) score += 1
    else return 0
  }
  return score + 1 / (1 + name.length)
}
