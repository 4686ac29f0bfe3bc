import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '#console/navigation/addresses.ts'

interface ConsoleLinkProps {
  to: Address
  /** The link is current only at exactly this path, not below it. */
  isExact?: boolean | undefined
  className?: string | undefined
  title?: string | undefined
  children: ReactNode
}

/** A link inside the console: it loads its page when it is hovered, and says whether it is the current page. */
export function ConsoleLink({ to, isExact = false, className, title, children }: ConsoleLinkProps) {
  return (
    <Link
      {...to}
      {...(className && { className })}
      {...(title && { title })}
      activeOptions={{ exact: isExact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {children}
    </Link>
  )
}
