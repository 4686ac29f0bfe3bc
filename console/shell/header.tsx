import { Menu, Search } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { KnownOwners } from '#console/navigation/use-owner.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './mark.tsx'
import { Bell } from './news/bell.tsx'
import { OwnerSwitcher } from './owner-switcher.tsx'

interface HeaderProps {
  owners: KnownOwners
  isNavigationOpen: boolean
  onNavigation(): void
  onPalette(): void
  onPaletteNear(): void
  onHelp(): void
}

export function Header(props: HeaderProps) {
  return (
    <header className="shell-header">
      <Button
        kind="quiet"
        icon={Menu}
        iconOnly
        className="shell-navigation-button"
        aria-expanded={props.isNavigationOpen}
        aria-controls="navigation"
        onClick={props.onNavigation}
      >
        {props.isNavigationOpen ? texts.closeNavigation : texts.openNavigation}
      </Button>
      <ConsoleLink to={addressOf.home()} className="shell-home" title={texts.start}>
        <Mark />
        <span>{texts.product}</span>
      </ConsoleLink>
      <OwnerSwitcher {...props.owners} />
      <button
        type="button"
        className="shell-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={props.onPaletteNear}
        onFocus={props.onPaletteNear}
        onClick={props.onPalette}
      >
        <Search size={16} aria-hidden="true" />
        <span>{texts.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Bell />
      <AccountMenu onHelp={props.onHelp} />
    </header>
  )
}
