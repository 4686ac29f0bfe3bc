import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { LeaveGuard } from '#console/components/drafts/leave-guard.tsx'
import { ToastList } from '#console/components/overlays/toast-list.tsx'
import { useOpenApplication, useOwners } from '#console/navigation/use-owner.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import type { AskedTask } from './commands/command-palette.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Header } from './header.tsx'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { useNavigationFocus } from './use-navigation-focus.ts'
import './shell.css'

const loadPalette = () => import('./commands/command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))
const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts/shortcuts-help.tsx')).ShortcutsHelp,
}))
const SessionEnded = lazy(async () => ({
  default: (await import('./session-ended.tsx')).SessionEnded,
}))

/** Whether something was opened before: it is loaded then, and stays. */
function useOverlay() {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const load = () => setLoaded(true)
  const open = () => {
    load()
    setOpen(true)
  }
  return { isOpen, isLoaded, load, open, close: () => setOpen(false) }
}

/** The frame around all pages. */
export function Shell() {
  const owners = useOwners()
  const palette = useOverlay()
  const help = useOverlay()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const isSignedOut = useSyncExternalStore(listenToSignedOut, getSignedOut)
  const open = useOpenApplication()
  const [asked, setAsked] = useState<AskedTask>()
  useShortcuts({
    owner: owners.current,
    application: open,
    openPalette: palette.open,
    openHelp: help.open,
    runTask: (kind) => {
      palette.load()
      setAsked({ kind })
    },
  })
  useNavigationFocus(() => setNavigationOpen(false))
  useIdlePreload()
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {texts.skip}
      </a>
      <Header
        owners={owners}
        isNavigationOpen={isNavigationOpen}
        onNavigation={() => setNavigationOpen((isOpen) => !isOpen)}
        onPalette={palette.open}
        onPaletteNear={() => void loadPalette()}
        onHelp={help.open}
      />
      <Sidebar owners={owners} isOpen={isNavigationOpen} />
      <div className="shell-content">
        <ConnectionBar />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ToastList />
      <LeaveGuard />
      <Suspense>
        {palette.isLoaded && (
          <CommandPalette
            isOpen={palette.isOpen}
            asked={asked}
            onOpen={palette.open}
            onClose={palette.close}
            onHelp={help.open}
            scope={{ owners: owners.owners, current: owners.current, open }}
          />
        )}
        {help.isLoaded && <ShortcutsHelp isOpen={help.isOpen} onClose={help.close} />}
        {isSignedOut && <SessionEnded />}
      </Suspense>
    </div>
  )
}

/** Menus and dialogs are loaded once the first view is drawn, so that they open at once. */
function useIdlePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadPalette()
      // An upgraded server no longer has the files of this version, and may have ended the session.
      void import('./session-ended.tsx')
      void import('./shortcuts/shortcuts-help.tsx')
      void import('./owner-list.tsx')
      void import('#console/components/overlays/menu.tsx')
      void import('#console/components/drafts/leave-question.tsx')
      void import('#console/components/overlays/dialog.tsx')
    }, 1500)
    return () => clearTimeout(timer)
  }, [])
}
