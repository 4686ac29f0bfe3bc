import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Address } from '#console/navigation/addresses.ts'
import { ConsoleLink } from './console-link.tsx'
import { WebLink } from './web-link.tsx'
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
  /** Shows a spinner and ignores clicks; the focus stays. */
  isPending?: boolean | undefined
}

const classOf = ({ kind = 'plain', size = 'normal', iconOnly }: Omit<ButtonLook, 'children'>) =>
  `button button-${kind}${size === 'small' ? ' button-small' : ''}${iconOnly ? ' button-icon' : ''}`

/** The text of a button that shows only its icon. */
const hintOf = ({ iconOnly, children }: ButtonLook) =>
  iconOnly && typeof children === 'string' ? children : undefined

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
  return (
    <button
      type="button"
      title={hintOf({ iconOnly, children })}
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

/** A link inside the console that looks like a button. */
export function ButtonLink({ to, ...look }: ButtonLook & { to: Address }) {
  return (
    <ConsoleLink to={to} className={classOf(look)} title={hintOf(look)}>
      <Content {...look} />
    </ConsoleLink>
  )
}

/** A link to a page outside of the console that looks like a button. */
export function ButtonWebLink({ href, ...look }: ButtonLook & { href: string }) {
  return (
    <WebLink href={href} className={classOf(look)} title={hintOf(look)}>
      <Content {...look} />
    </WebLink>
  )
}
