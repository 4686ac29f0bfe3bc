import type { OwnedId } from '#console/api/query-keys.ts'
import { addressOf, type Creatable } from '#console/navigation/addresses.ts'
import { accountNavigation, ownerNavigation } from '#console/navigation/navigation-entries.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { shortcutKeys } from '#console/shell/shortcuts/shortcut-keys.ts'
import type { Theme } from '#console/shell/theme-name.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import {
  applicationCommand,
  commandsOf,
  type OwnedApplication,
  taskCommands,
} from './application-commands.ts'
import type { Command } from './command.ts'

/** What somebody may see, and where they are. */
export interface PaletteScope {
  owners: readonly Owner[]
  current: Owner | undefined
  /** The application whose page is open. */
  open: OwnedId | undefined
}

const { groups } = texts
const { areas } = shellTexts

/** Applications whose pages and actions are searched; thousands would be built for each key otherwise. */
const maxExpanded = 30

/** What is listed before anything is typed, in its order, with what recent ones were about. */
export function idleCommands(scope: PaletteScope, recent: readonly string[]): Command[] {
  const owned = ownedApplications(scope)
  const open = owned.filter(({ isOpen }) => isOpen)
  const others = owned.filter(({ isOpen }) => !isOpen)
  const used = owned.filter(({ application: { id } }) => recent.some((each) => each.startsWith(id)))
  return [
    ...open.flatMap(taskCommands),
    ...others.slice(0, maxExpanded).map(applicationCommand),
    ...generalCommands(scope),
    // Found by the recent ones alone: what comes before fills the list.
    ...used.flatMap((each) => [applicationCommand(each), ...commandsOf(each)]),
  ]
}

/** What is searched for these words. */
export function searchedCommands(scope: PaletteScope, words: readonly string[]): Command[] {
  const owned = ownedApplications(scope)
  const isNamed = ({ application: { id, name } }: OwnedApplication) =>
    words.some((word) => name.toLowerCase().includes(word) || id.includes(word))
  const named = owned.filter(isNamed).slice(0, maxExpanded)
  const expanded = new Set([
    ...owned.filter(({ isOpen }) => isOpen),
    ...named,
    ...owned.slice(0, maxExpanded),
  ])
  return [
    ...owned.map(applicationCommand),
    ...[...expanded].flatMap(commandsOf),
    ...generalCommands(scope),
  ]
}

/** The other application that the words name best: it is asked for its releases and commits. */
export function namedApplication(
  scope: PaletteScope,
  words: readonly string[],
): OwnedApplication | undefined {
  const others = ownedApplications(scope).filter(({ isOpen }) => !isOpen)
  const long = words.filter(({ length }) => length > 1)
  const nameOf = ({ application }: OwnedApplication) => application.name.toLowerCase()
  return (
    others.find((each) => long.includes(nameOf(each))) ??
    others.find((each) => long.some((word) => nameOf(each).startsWith(word)))
  )
}

/** The open one first, then those of the current organisation. */
export function ownedApplications({ owners, current, open }: PaletteScope): OwnedApplication[] {
  const ordered = current ? [current, ...owners.filter(({ id }) => id !== current.id)] : owners
  return ordered
    .flatMap((owner) =>
      owner.applications.map((application) => ({
        owner,
        application,
        isOpen: application.id === open?.id && owner.id === open.ownerId,
      })),
    )
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen))
}

/** Pages of the organisation and the account, add-ons, what can be created, and the theme. */
function generalCommands({ owners, current }: PaletteScope): Command[] {
  const ordered = current ? [current, ...owners.filter(({ id }) => id !== current.id)] : owners
  return [
    ...(current ? pageCommands(current) : []),
    ...createCommands(current?.id),
    ...themeCommands,
    helpCommand,
    ...ordered.flatMap(addonCommands),
    ...accountNavigation.map(({ id, label, to }) => ({
      id: `account-${id}`,
      group: groups.goTo,
      label,
      detail: areas.account,
      keys: id === 'profile' ? shortcutKeys.account : undefined,
      effect: { kind: 'page', to } as const,
    })),
    ...owners.map(({ id, name }) => ({
      id: `owner-${id}`,
      group: groups.organisations,
      label: name,
      effect: { kind: 'page', to: addressOf.owner(id) } as const,
    })),
  ]
}

const addonCommands = ({ id: ownerId, name, addons }: Owner): Command[] =>
  addons.map((addon) => ({
    id: addon.id,
    group: groups.addons,
    label: addon.name,
    detail: `${addon.providerId} · ${name}`,
    effect: { kind: 'page', to: addressOf.addon({ ownerId, id: addon.id }) },
  }))

const keysOfPage: Readonly<Record<string, readonly string[]>> = {
  marketplace: shortcutKeys.marketplace,
  members: shortcutKeys.members,
  billing: shortcutKeys.billing,
}

const pageCommands = (owner: Owner): Command[] => [
  {
    id: `page-${owner.id}-overview`,
    group: groups.goTo,
    label: areas.overview,
    detail: owner.name,
    keys: shortcutKeys.overview,
    effect: { kind: 'page', to: addressOf.owner(owner.id) },
  },
  ...ownerNavigation(owner).map(({ id, label, to }) => ({
    id: `page-${owner.id}-${id}`,
    group: groups.goTo,
    label,
    detail: owner.name,
    keys: keysOfPage[id],
    effect: { kind: 'page', to } as const,
  })),
]

const creatable: readonly Creatable[] = [
  'application',
  'addon',
  'consumer',
  'organisation',
  'provider',
]

const createCommands = (ownerId: string | undefined): Command[] =>
  creatable.map((what) => ({
    id: `create-${what}`,
    group: groups.create,
    label: texts.create[what],
    keywords: 'new',
    effect: { kind: 'page', to: addressOf.create(what, ownerId) },
  }))

const helpCommand: Command = {
  id: 'help',
  group: groups.goTo,
  label: texts.shortcuts.title,
  keywords: '? keys help',
  keys: shortcutKeys.help,
  effect: { kind: 'help' },
}

const themeCommands: readonly Command[] = (['light', 'dark', 'system'] satisfies Theme[]).map(
  (theme) => ({
    id: `theme-${theme}`,
    group: groups.theme,
    label: texts.themes[theme],
    keywords: texts.themeKeywords,
    keys: shortcutKeys.themes[theme],
    effect: { kind: 'theme', theme },
  }),
)
