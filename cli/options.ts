import type { Options } from './define-command.ts'

export const orgOption = {
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'Organisation that owns it',
  },
} as const satisfies Options

/** For a command about an organisation itself. */
export const organisationOption = {
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'Organisation id or name (needed if you belong to several)',
  },
} as const satisfies Options

export const yesOption = {
  yes: { type: 'boolean', short: 'y', summary: 'Do not ask for confirmation' },
} as const satisfies Options

/** Options of a command about one application: without them, the one linked to the folder is meant. */
export const applicationOptions = {
  app: { type: 'string', value: 'id or name', summary: 'Application id or name' },
  alias: {
    type: 'string',
    short: 'a',
    value: 'alias',
    summary: 'Alias of the linked application in this folder',
  },
  ...orgOption,
} as const satisfies Options
