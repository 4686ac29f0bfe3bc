import type { DomainName } from '#platform/model/hosting/domain.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { parseHost } from './parse-host.ts'
import { parsePath } from './parse-path.ts'

/** Longer than any name, even one whose letters all need an encoding. */
const maxCharacters = 2000

/** The refusal of a malformed name; clients know it by the words `is invalid`. */
export function invalidDomain(text: string, why: string): Refusal {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  return new Refusal('invalid', `The domain ${JSON.stringify(shown)} is invalid: ${why}.`)
}

/**
 * Parses `host`, `host/path` or `*.host/path`. The port of the visitors' listener is accepted, because domains are
 * shown with it where it is not the usual one.
 */
export function parseDomain(text: string, visitorPorts: readonly string[] = []): DomainName {
  const refuse = (why: string): never => {
    throw invalidDomain(text, why)
  }
  if (text.length > maxCharacters) return refuse('it is too long')
  const slash = text.indexOf('/')
  const [authority, path] =
    slash < 0 ? [text, '/'] : [text.slice(0, slash), text.slice(slash) as `/${string}`]
  const host = withoutPort(authority, visitorPorts)
  if (host === '') return refuse('it is empty')
  return { host: parseHost(host, refuse), path: parsePath(path, refuse) }
}

function withoutPort(authority: string, ports: readonly string[]): string {
  const port = ports.find((each) => authority.endsWith(`:${each}`))
  return port === undefined ? authority : authority.slice(0, -port.length - 1)
}
