import type { Options } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'

/** Options that describe a consumer. */
export const consumerOptions = {
  description: { type: 'string', short: 'd', value: 'text', summary: 'Description' },
  url: { type: 'string', value: 'url', summary: 'Website' },
  picture: { type: 'string', value: 'url', summary: 'Logo URL' },
  'base-url': { type: 'string', value: 'url', summary: 'Base URL of its callbacks' },
  rights: {
    type: 'string',
    value: 'list',
    summary: 'Rights it can request: comma-separated, or all',
  },
  ...orgOption,
} as const satisfies Options
