import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type Address, addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { keySequence, type Shortcut } from './shortcuts.ts'

interface ShortcutActions {
  owner: Owner | undefined
  openPalette(): void
  openHelp(): void
}

/** Keys in fields are text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl-K anywhere; other shortcuts where nothing is typed and no dialog is open. */
export function useShortcuts({ owner, openPalette, openHelp }: ShortcutActions): void {
  const navigate = useNavigate()
  const goTo = (to: Address) => () => void navigate(to)
  const shortcuts = useEffectEvent((): readonly Shortcut[] => [
    { keys: ['/'], run: openPalette },
    { keys: ['?'], run: openHelp },
    ...(owner ? [{ keys: ['g', 'o'], run: goTo(addressOf.owner(owner.id)) }] : []),
    { keys: ['g', 'c'], run: goTo(addressOf.create('', owner?.id)) },
    { keys: ['g', 'a'], run: goTo(addressOf.account('profile')) },
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
