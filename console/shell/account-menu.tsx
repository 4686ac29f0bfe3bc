import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleUser, Keyboard, LogOut, Monitor, Moon, Scale, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { sessions } from '#client/resources/accounts/sessions.ts'
import { connection } from '#console/api/connection.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { loginPath } from '#console/api/signed-out.ts'
import type { MenuEntry } from '#console/components/overlays/menu.tsx'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { licencesPath } from '#console/navigation/licences-path.ts'
import { accountNavigation } from '#console/navigation/navigation-entries.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import { chooseTheme, getTheme, listenToTheme } from './theme.ts'
import type { Theme } from './theme-name.ts'

const themes: readonly [Theme, string, typeof Sun][] = [
  ['system', texts.themeSystem, Monitor],
  ['light', texts.themeLight, Sun],
  ['dark', texts.themeDark, Moon],
]

/** Pages of the account, the appearance, and the way out. */
export function AccountMenu({ onHelp }: { onHelp(): void }) {
  const { data: self } = useQuery(selfQuery)
  const theme = useSyncExternalStore(listenToTheme, getTheme)
  const navigate = useNavigate()
  const name = self?.name || self?.email || ''
  const pages: MenuEntry[] = accountNavigation.map(({ id, label, to }) => ({
    id,
    label,
    onSelect: () => void navigate(to),
  }))
  const appearance: MenuEntry[] = themes.map(([id, label, icon]) => ({
    id,
    label,
    icon,
    detail: id === theme ? '✓' : undefined,
    onSelect: () => chooseTheme(id),
  }))
  const rest: MenuEntry[] = [
    {
      id: 'documentation',
      label: texts.documentation,
      icon: BookOpen,
      onSelect: () => window.open('/docs/', '_blank', 'noopener'),
    },
    { id: 'help', label: texts.shortcuts, icon: Keyboard, detail: '?', onSelect: onHelp },
    {
      id: 'licences',
      label: texts.licences,
      icon: Scale,
      onSelect: () => void open(licencesPath, '_blank', 'noopener'),
    },
    { id: 'leave', label: texts.logOut, icon: LogOut, onSelect: () => void logOut() },
  ]
  return (
    <MenuButton
      label={name ? texts.accountOf(name) : texts.account}
      kind="quiet"
      icon={CircleUser}
      iconOnly
      groups={[
        { id: 'account', title: self?.email ?? texts.account, entries: pages },
        { id: 'appearance', title: texts.theme, entries: appearance },
        { id: 'rest', entries: rest },
      ]}
    />
  )
}

/** The cookie ends with the session; other windows notice by their next call. */
async function logOut(): Promise<void> {
  await sessions(connection).logOut()
  location.assign(loginPath)
}
