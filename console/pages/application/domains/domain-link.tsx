import { hostOf, pathOf } from './domain-certificates.ts'

interface DomainLinkProps {
  fqdn: string
  /** As the platform gives it; absent for a wildcard. */
  url: string | null
}

/** A domain without its port, which leads where visitors arrive. */
export function DomainLink({ fqdn, url }: DomainLinkProps) {
  const name = hostOf(fqdn) + pathOf(fqdn).replace(/\/$/, '')
  if (url === null) return <span>{name}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
