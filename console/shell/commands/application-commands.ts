import type { ApplicationSummary } from '#client/resources/summary.ts'
import { mayDo } from '#console/api/permissions.ts'
import { type ApplicationTab, addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import {
  type ApplicationTaskKind,
  tabKeys,
  taskKeys,
} from '#console/shell/shortcuts/shortcut-keys.ts'
import { applicationTexts } from '#console/texts/en/application/overview.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import type { Command } from './command.ts'

/** An application and whom it belongs to. */
export interface OwnedApplication {
  owner: Owner
  application: ApplicationSummary
  /** Whether its page is open: shortcuts are about it. */
  isOpen: boolean
}

/** The application itself. */
export const applicationCommand = ({ owner, application, isOpen }: OwnedApplication): Command => ({
  id: application.id,
  group: texts.groups.applications,
  label: application.name,
  detail: owner.name,
  keys: isOpen ? tabKeys[''] : undefined,
  effect: {
    kind: 'page',
    to: addressOf.application({ ownerId: owner.id, id: application.id }),
  },
})

/** What its role may do with it, and its pages. */
export const commandsOf = (owned: OwnedApplication): Command[] => [
  ...taskCommands(owned),
  ...tabCommands(owned),
]

const kinds = Object.keys(taskKeys) as ApplicationTaskKind[]

/** Leaves out what the application's page would leave out: there is nothing to restart before the first deployment. */
export function taskCommands({ owner, application, isOpen }: OwnedApplication): Command[] {
  if (!mayDo(owner.role, 'operate')) return []
  const { id, name, commit, state } = application
  const isPossible = (kind: ApplicationTaskKind) => {
    if (kind === 'open') return state === 'SHOULD_BE_UP'
    return commit !== null || !['restart', 'redeploy', 'rollback'].includes(kind)
  }
  return kinds.filter(isPossible).map((kind) => {
    const label = texts.ofApplication(name, texts.tasks[kind])
    return {
      id: `${id}-${kind}`,
      group: texts.groups.tasks,
      label,
      detail: owner.name,
      keywords: texts.taskKeywords[kind],
      keys: isOpen ? taskKeys[kind] : undefined,
      effect:
        kind === 'rollback'
          ? { kind: 'search', text: `${name} ${texts.tasks.rollback} ` }
          : { kind: 'task', task: { kind, application: { ownerId: owner.id, id, name } } },
    }
  })
}

const tabs = Object.entries(applicationTexts.tabNames) as [ApplicationTab | '', string][]

const tabCommands = ({ owner, application: { id, name }, isOpen }: OwnedApplication): Command[] =>
  tabs
    .filter(([tab]) => tab !== '' && (tab !== 'terminal' || mayDo(owner.role, 'operate')))
    .map(([tab, title]) => ({
      id: `${id}-${tab}`,
      group: texts.groups.applications,
      label: texts.ofApplication(name, title),
      detail: owner.name,
      keys: isOpen ? tabKeys[tab] : undefined,
      effect: { kind: 'page', to: addressOf.application({ ownerId: owner.id, id }, tab) },
    }))
