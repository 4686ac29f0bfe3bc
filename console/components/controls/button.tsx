import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ConsoleLink } from './console-link.tsx'
import './button.css'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonLook {
  kind?: ButtonKind | undefined
  size?: 'small' | 'normal' | undefined
  icon?: LucideIcon | undefined
  /** Shows only the icon; the text is read to screen readers and shown on hover. */
  iconOnly?: boolean | undefined
  children: ReactNode
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, ButtonLook {
  /** Shows that it works, and ignores clicks meanwhile; the focus stays. */
  isPending?: boolean | undefined
}

const classOf = ({ kind = 'plain', size = 'normal', iconOnly }: Omit<ButtonLook, 'children'>) =>
  `button button-${kind}${size === 'small' ? ' button-small' : ''}${iconOnly ? ' button-icon' : ''}`

function Content({ icon: Icon, iconOnly, children }: ButtonLook) {
  return (
    <>
      {Icon && <Icon size={16} aria-hidden="true" />}
      <span className={iconOnly ? 'visually-hidden' : undefined}>{children}</span>
    </>
  )
}

export function Button(props: ButtonProps) {
  const { kind, size, icon, iconOnly, isPending, children, onClick, className, ...rest } = props
  const hint = iconOnly && typeof children === 'string' ? children : undefined
  return (
    <button
      type="button"
      title={hint}
      {...rest}
      className={`${classOf({ kind, size, iconOnly })}${className ? ` ${className}` : ''}`}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
    >
      <Content icon={isPending ? LoaderCircle : icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </button>
  )
}

interface ButtonLinkProps extends ButtonLook {
  /** Address in the console, or a complete URL, which opens in a new tab. */
  to: string
}

/** A link that looks like a button. */
export function ButtonLink({ to, kind, size, icon, iconOnly, children }: ButtonLinkProps) {
  const hint = iconOnly && typeof children === 'string' ? children : undefined
  return (
    <ConsoleLink to={to} className={classOf({ kind, size, iconOnly })} title={hint}>
      <Content icon={icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </ConsoleLink>
  )
}
