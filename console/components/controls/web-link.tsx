import type { ReactNode } from 'react'

interface WebLinkProps {
  href: string
  className?: string | undefined
  title?: string | undefined
  children: ReactNode
}

/** People and providers type addresses: only those of web pages become links, so that none can run a script. */
const isWebAddress = (href: string) => /^https?:\/\//i.test(href)

/** A link to a page outside of the console, which opens in a new tab. */
export function WebLink({ href, className, title, children }: WebLinkProps) {
  if (!isWebAddress(href)) return <span>{children}</span>
  return (
    <a className={className} title={title} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
