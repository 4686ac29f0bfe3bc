import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Set to the home that was taken, so that the processes of a run know that theirs is not a person's. */
export const ownHomeVariable = 'TESTS_HOME'

/** Says how servers are reached rather than what a person prefers; without it a test could not fetch a package. */
const connectionKeys = ['registry', 'cafile', 'ca', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl']

const isConnection = (name: string) =>
  connectionKeys.includes(
    name
      .replace(/^npm_config_/i, '')
      .replaceAll('_', '-')
      .toLowerCase(),
  )

/** Variables that name a folder or a file of a person, or say what they prefer. */
function isPersonal(name: string): boolean {
  if (/^npm_config_/i.test(name)) return !isConnection(name)
  if (name.startsWith('GIT_')) return !/^GIT_(SSL_|EXEC_PATH$|TRACE)/.test(name)
  return name.startsWith('XDG_')
}

/** What is large and the same for everyone, or says where modules come from: shared, as it was before. */
const sharedPlaces = (given: Environment, home: string): Record<string, string> => ({
  npm_config_cache: given.npm_config_cache || join(home, '.npm'),
  GOENV: given.GOENV || join(given.XDG_CONFIG_HOME || join(home, '.config'), 'go/env'),
  GOPATH: given.GOPATH || join(home, 'go'),
  GOCACHE: given.GOCACHE || join(given.XDG_CACHE_HOME || join(home, '.cache'), 'go-build'),
})

/**
 * The environment of a process whose home is `own` instead of `home`: no configuration of the person is read, neither the
 * profiles of `berth` nor that of Git or npm. Certificates, proxies and registries stay.
 */
export function withOwnHome(given: Environment, home: string, own: string): Record<string, string> {
  const kept = Object.entries(given).filter(([name]) => !isPersonal(name))
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...sharedPlaces(given, home),
    HOME: own,
    npm_config_userconfig: npmConfigIn(own),
    GIT_CONFIG_NOSYSTEM: '1',
    [ownHomeVariable]: own,
  }
}

export const npmConfigIn = (home: string): string => join(home, '.npmrc')

/** Path of the person's own configuration of npm. */
export const npmConfigOf = (given: Environment, home: string): string =>
  given.npm_config_userconfig || npmConfigIn(home)

/** Of a configuration of npm, the lines that say how registries are reached; never a token. */
export function connectionLines(npmrc: string, home: string): string {
  const lines = npmrc.split('\n').flatMap((line) => {
    const [name = '', ...rest] = line.split('=')
    if (!isConnection(name.trim().replace(/\[\]$/, ''))) return []
    const value = rest.join('=').trim()
    return `${name.trim()}=${value.startsWith('~/') ? join(home, value.slice(2)) : value}\n`
  })
  return lines.join('')
}
