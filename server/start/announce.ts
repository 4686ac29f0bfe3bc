import { styleText } from 'node:util'
import type { Addresses } from '#api/endpoint.ts'
import type { DataFolder } from './data-folder.ts'

/** What the operator sees once every door is open. */
export function announce(
  addresses: Addresses,
  { path }: DataFolder,
  weaknesses: readonly string[],
): string {
  const bold = (text: string) => styleText('bold', text)
  return [
    `${bold('Berth is ready.')}`,
    '',
    `  API and login     ${addresses.api}`,
    `  Bridge            ${addresses.bridge}`,
    `  Git               ssh://git@${addresses.git} and https://${addresses.git}`,
    `  Visitors          ${addresses.visitors.http} and ${addresses.visitors.https}`,
    `  First login       ${path('admin.json')}`,
    '',
    ...(weaknesses.length > 0
      ? [
          styleText('yellow', 'Applications are isolated less than they could be on this machine:'),
          ...weaknesses.map((weakness) => `  - ${weakness}`),
          '',
        ]
      : []),
    `Next: ${bold('bin/berth login --local')}`,
    'Ctrl-C ends everything; applications come back at the next start.',
  ].join('\n')
}
