import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button, type ButtonKind } from '#console/components/controls/button.tsx'
import type { MenuGroup, MenuProps } from './menu.tsx'

const loadMenu = () => import('./menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

interface MenuButtonProps {
  label: string
  groups: readonly MenuGroup[]
  kind?: ButtonKind
  size?: 'small' | 'normal'
  icon?: LucideIcon
  /** Only the icon is shown. */
  iconOnly?: boolean
  /** Instead of the label. */
  children?: ReactNode
  placement?: MenuProps['placement']
}

/** A button with a menu, which is loaded when the button is hovered or focused. */
export function MenuButton(props: MenuButtonProps) {
  const { label, groups, kind = 'plain', size = 'normal', icon, iconOnly, children } = props
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <Button
        ref={ref}
        kind={kind}
        size={size}
        icon={icon}
        iconOnly={iconOnly}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        {children ?? label}
      </Button>
      {wasOpen && (
        <Suspense>
          <Menu
            label={label}
            groups={groups}
            triggerRef={ref}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            placement={props.placement}
          />
        </Suspense>
      )}
    </>
  )
}
