import type { Terminal } from '#cli/terminal/terminal.ts'

/** Something of the source that is not made here, and what to do instead. */
export interface NotCarried {
  what: string
  instead: string
}

/** An application of another platform, as that platform's own command-line tool describes it. */
export interface SourceApplication {
  /** Name of the platform. */
  platform: string
  name: string
  /** Type that the source says; absent: the files of the folder tell. */
  type: string | undefined
  variables: Readonly<Record<string, string>>
  /** Domains of its owner, without the names that the source platform gave. */
  domains: readonly string[]
  notCarried: readonly NotCarried[]
}

export interface SourceRequest {
  terminal: Pick<Terminal, 'env' | 'folder'>
  /** Name or id of the application at the source. */
  application: string | undefined
  /** Whether variables that add-ons of the source set are taken too. */
  withAddonVariables: boolean
}

/** Providers here for services of other platforms, by words in their names. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/postgres/i, 'postgresql-addon'],
  [/mysql|mariadb|jawsdb|cleardb/i, 'mysql-addon'],
  [/redis|key-value|keyvalue/i, 'redis-addon'],
]

/** The data of an add-on and its variables stay where they are. */
export function addonStays(
  name: string,
  service: string | undefined,
  variables: readonly string[],
): NotCarried {
  const said = [service, ...variables].join(' ')
  const provider = providers.find(([words]) => words.test(said))?.[1]
  const kind = service === undefined ? '' : ` (${service})`
  const its = variables.length > 0 ? ` and its variables ${variables.join(', ')}` : ''
  const what = `the add-on ${name}${kind} with its data${its}`
  if (/fs.?bucket/i.test(said))
    return {
      what,
      instead: `\`berth addon create fs-bucket ${name} --link <application>\`, copy its files, and set CC_FS_BUCKET to the new BUCKET_HOST`,
    }
  return {
    what,
    instead: provider
      ? `\`berth addon create ${provider} ${name} --link <application>\`, then dump it there and load the dump here`
      : 'look for one like it with `berth addon providers`, or set its variables with `berth env set`',
  }
}

/** Whether a domain is the name that a platform has given to an application. */
export const isGivenName = (domain: string): boolean =>
  /^app-[\da-f-]{36}\.|\.(cleverapps\.io|herokuapp\.com)(\/|$)/.test(domain)
