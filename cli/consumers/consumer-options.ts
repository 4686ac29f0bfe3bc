import type { Options } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'

/** What a consumer is made of. */
export const consumerOptions = {
  description: { type: 'string', short: 'd', value: 'text', summary: 'What it is for' },
  url: { type: 'string', value: 'url', summary: 'Where people read about it' },
  picture: { type: 'string', value: 'url', summary: 'Its picture' },
  'base-url': { type: 'string', value: 'url', summary: 'Where its callbacks are' },
  rights: {
    type: 'string',
    value: 'list',
    summary: 'What users can let it do: rights with commas between, or all',
  },
  ...orgOption,
} as const satisfies Options
