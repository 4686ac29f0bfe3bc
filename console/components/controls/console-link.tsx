import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { splitAddress } from '#console/navigation/split-address.ts'

interface ConsoleLinkProps {
  /** Address in the console, or a complete URL, which opens in a new tab. */
  to: string
  /** The link is current only at exactly this path, not below it. */
  isExact?: boolean | undefined
  className?: string | undefined
  title?: string | undefined
  children: ReactNode
}

/** Addresses that people and providers gave; anything but a web page is no link to elsewhere. */
const isForeign = (to: string) => /^https?:\/\//i.test(to)

/** A link; one inside the console loads its page when it is hovered, and says whether it is the current page. */
export function ConsoleLink({ to, isExact = false, className, title, children }: ConsoleLinkProps) {
  if (isForeign(to))
    return (
      <a className={className} title={title} href={to} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  return (
    <Link
      {...splitAddress(to)}
      {...(className && { className })}
      {...(title && { title })}
      activeOptions={{ exact: isExact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {children}
    </Link>
  )
}
