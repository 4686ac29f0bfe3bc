import type { Options } from './define-command.ts'

export const orgOption = {
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'The organisation that owns it',
  },
} as const satisfies Options

/** For a command about an organisation itself. */
export const organisationOption = {
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'The organisation that is meant, if you belong to several',
  },
} as const satisfies Options

export const yesOption = {
  yes: { type: 'boolean', short: 'y', summary: 'Do not ask' },
} as const satisfies Options

/** Options of a command about one application: without them, the one linked to the folder is meant. */
export const applicationOptions = {
  app: { type: 'string', value: 'id or name', summary: 'The application that is meant' },
  alias: {
    type: 'string',
    short: 'a',
    value: 'alias',
    summary: 'The linked application that is meant, by its alias in this folder',
  },
  ...orgOption,
} as const satisfies Options
