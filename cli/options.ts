import type { Options } from './define-command.ts'

export const orgOption = {
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'Organisation that owns it',
  },
} as const satisfies Options

/** Option of the commands about an organisation. */
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

/** Options of the commands that follow a deployment. */
export const followOptions = {
  quiet: { type: 'boolean', short: 'q', summary: 'Do not print the log' },
  wait: {
    type: 'string',
    value: 'until',
    summary: 'Return when visitors reach the new version, or after its probation',
    choices: ['live', 'probation'],
    default: 'probation',
  },
} as const satisfies Options

/** Options that select an application; by default the one linked to the folder. */
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

/** Options of the commands that create an application. */
export const createOptions = {
  type: {
    type: 'string',
    short: 't',
    value: 'type',
    summary: 'Application type, such as node (default: by the files of this folder)',
  },
  region: {
    type: 'string',
    short: 'r',
    value: 'zone',
    summary: 'Zone it runs in',
    default: 'par',
  },
  ...orgOption,
  alias: { type: 'string', short: 'a', value: 'alias', summary: 'Alias in this folder' },
} as const satisfies Options
