import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { OwnedId } from '#console/api/query-keys.ts'
import { type Address, type ApplicationTab, addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { chooseTheme } from '#console/shell/theme.ts'
import type { Theme } from '#console/shell/theme-name.ts'
import { type ApplicationTaskKind, shortcutKeys, tabKeys, taskKeys } from './shortcut-keys.ts'
import { keySequence, type Shortcut } from './shortcuts.ts'

interface ShortcutActions {
  owner: Owner | undefined
  /** The application whose page is open. */
  application: OwnedId | undefined
  openPalette(): void
  openHelp(): void
  /** Does something with the application that is open. */
  runTask(kind: ApplicationTaskKind): void
}

/** Keys in fields are text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl-K anywhere; other shortcuts where nothing is typed and no dialog is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const { owner, application, openPalette, openHelp, runTask } = actions
  const navigate = useNavigate()
  const goTo = (keys: readonly string[], to: Address): Shortcut => ({
    keys,
    run: () => void navigate(to),
  })
  const shortcuts = useEffectEvent((): readonly Shortcut[] => [
    { keys: shortcutKeys.search, run: openPalette },
    { keys: shortcutKeys.help, run: openHelp },
    goTo(shortcutKeys.create, addressOf.create('', owner?.id)),
    goTo(shortcutKeys.account, addressOf.account('profile')),
    ...(owner ? ofOwner(owner).map(([keys, to]) => goTo(keys, to)) : []),
    ...(application ? ofApplication(application).map(([keys, to]) => goTo(keys, to)) : []),
    ...(application ? tasks(runTask) : []),
    ...themes,
  ])
  const palette = useEffectEvent(openPalette)
  useEffect(() => {
    const press = keySequence(() => shortcuts())
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        return palette()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      if (press(event.key)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const ofOwner = ({ id, isPersonal }: Owner): [readonly string[], Address][] => [
  [shortcutKeys.overview, addressOf.owner(id)],
  [shortcutKeys.marketplace, addressOf.owner(id, 'marketplace')],
  [shortcutKeys.billing, addressOf.owner(id, 'billing')],
  ...(isPersonal
    ? []
    : ([[shortcutKeys.members, addressOf.owner(id, 'members')]] as [readonly string[], Address][])),
]

const ofApplication = (application: OwnedId): [readonly string[], Address][] =>
  Object.entries(tabKeys).map(([tab, keys]) => [
    keys,
    addressOf.application(application, tab as ApplicationTab | ''),
  ])

const tasks = (run: (kind: ApplicationTaskKind) => void): Shortcut[] =>
  Object.entries(taskKeys).map(([kind, keys]) => ({
    keys,
    run: () => run(kind as ApplicationTaskKind),
  }))

const themes: readonly Shortcut[] = Object.entries(shortcutKeys.themes).map(([theme, keys]) => ({
  keys,
  run: () => chooseTheme(theme as Theme),
}))
