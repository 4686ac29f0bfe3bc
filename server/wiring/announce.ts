import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { styleText } from 'node:util'
import type { Addresses } from '#api/http/endpoint.ts'
import { describeBuild } from '#kit/build-identity/describe-build.ts'
import { readBuild } from '#kit/build-identity/read-build.ts'
import type { DataFolder } from './disk/data-folder.ts'

interface Announcement {
  addresses: Addresses
  folder: DataFolder
  weaknesses: readonly string[]
  /** Whether a person reads it at a terminal, where the first password may be shown; anything else may be a log. */
  isTerminal: boolean
  /** Whether applications end with the container that it runs in. */
  isContainer: boolean
}

/** Printed once every listener is open. */
export function announce({
  addresses,
  folder,
  weaknesses,
  isTerminal,
  isContainer,
}: Announcement): string {
  const bold = (text: string) => styleText('bold', text)
  const file = folder.path('admin.json')
  const login = firstLogin(file, isTerminal)
  return [
    `${bold('Berth is ready.')} ${describeBuild(readBuild())}`,
    '',
    `  Console and API   ${bold(addresses.api)}  (open it in a browser)`,
    ...(login === undefined ? [] : [`  First login       ${login}`]),
    `  Bridge            ${addresses.bridge}`,
    `  Git               ssh://git@${addresses.git} and https://${addresses.git}`,
    `  Visitors          ${addresses.visitors.http} and ${addresses.visitors.https}`,
    '',
    ...(weaknesses.length > 0
      ? [
          styleText('yellow', 'Applications are isolated less than they could be on this machine:'),
          ...weaknesses.map((weakness) => `  - ${weakness}`),
          '',
        ]
      : []),
    `Next, in another terminal: ${bold(loginCommand(login !== undefined ? `--local --data ${quoted(dirname(file))}` : `--api ${addresses.api}`))}`,
    isContainer
      ? 'A stop of the container ends applications and databases too; they come back at its next start.'
      : 'Ctrl-C ends everything; applications come back at the next start.',
  ].join('\n')
}

interface Admin {
  email?: string
  /** Absent once it was changed. */
  password?: string
}

function readAdmin(file: string): Admin | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Address and password of the first account, as far as it still has those that it was made with. */
export function firstLogin(file: string, isTerminal: boolean): string | undefined {
  const admin = readAdmin(file)
  if (!admin) return undefined
  const { email = '', password } = admin
  return [email, password && (isTerminal ? `password ${password}` : `the password is in ${file}`)]
    .filter(Boolean)
    .join(', ')
}

/** A command that works in any folder: the tool of this checkout by its absolute path. */
const loginCommand = (options: string) =>
  `${quoted(join(import.meta.dirname, '../../bin/berth'))} login ${options}`

const quoted = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
