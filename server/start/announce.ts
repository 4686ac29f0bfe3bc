import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { styleText } from 'node:util'
import type { Addresses } from '#api/http/endpoint.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Printed once every listener is open. */
export function announce(
  addresses: Addresses,
  { path }: DataFolder,
  weaknesses: readonly string[],
): string {
  const bold = (text: string) => styleText('bold', text)
  const firstLogin = path('admin.json')
  const isLocal = existsSync(firstLogin)
  return [
    `${bold('Berth is ready.')}`,
    '',
    `  API and login     ${addresses.api}`,
    `  Bridge            ${addresses.bridge}`,
    `  Git               ssh://git@${addresses.git} and https://${addresses.git}`,
    `  Visitors          ${addresses.visitors.http} and ${addresses.visitors.https}`,
    ...(isLocal ? [`  First login       ${firstLogin}`] : []),
    '',
    ...(weaknesses.length > 0
      ? [
          styleText('yellow', 'Applications are isolated less than they could be on this machine:'),
          ...weaknesses.map((weakness) => `  - ${weakness}`),
          '',
        ]
      : []),
    `Next, in another terminal: ${bold(loginCommand(isLocal ? `--local --data ${quoted(dirname(firstLogin))}` : `--api ${addresses.api}`))}`,
    'Ctrl-C ends everything; applications come back at the next start.',
  ].join('\n')
}

/** A command that works in any folder: the tool of this checkout by its absolute path. */
const loginCommand = (options: string) =>
  `${quoted(join(import.meta.dirname, '../../bin/berth'))} login ${options}`

const quoted = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
