import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import {
  Header,
  MenuItem,
  MenuSection,
  Popover,
  type PopoverProps,
  Menu as RacMenu,
  Separator,
} from 'react-aria-components'
import './popover.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: LucideIcon | undefined
  /** Shown at the end of the line, such as a shortcut. */
  detail?: ReactNode
  isDangerous?: boolean | undefined
  isDisabled?: boolean | undefined
  onSelect(): void
}

export interface MenuGroup {
  id: string
  title?: string | undefined
  entries: readonly MenuEntry[]
}

export interface MenuProps {
  label: string
  groups: readonly MenuGroup[]
  /** The button that it opens at. */
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose(): void
  placement?: PopoverProps['placement']
}

/** Menu at a button; use it through `MenuButton`, which loads it when it is needed. */
export function Menu({
  label,
  groups,
  triggerRef,
  isOpen,
  onClose,
  placement = 'bottom end',
}: MenuProps) {
  const shown = groups.filter(({ entries }) => entries.length > 0)
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement={placement}
    >
      <RacMenu aria-label={label} onClose={onClose} autoFocus="first">
        {shown.map((group, at) => (
          <MenuSection key={group.id} aria-label={group.title ?? label}>
            {at > 0 && <Separator className="list-separator" />}
            {group.title && <Header className="list-heading">{group.title}</Header>}
            {group.entries.map(({ icon: Icon, ...entry }) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                className={`list-item${entry.isDangerous ? ' list-item-danger' : ''}`}
                onAction={entry.onSelect}
              >
                {Icon && <Icon size={16} aria-hidden="true" />}
                <span className="truncate">{entry.label}</span>
                {entry.detail && <small>{entry.detail}</small>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </RacMenu>
    </Popover>
  )
}
