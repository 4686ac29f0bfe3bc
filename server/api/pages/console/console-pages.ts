import { consoleAccountPages } from './account.ts'
import { addonPages } from './addon.ts'
import { applicationPages } from './application.ts'
import { gotoPages } from './goto.ts'
import { organisationPages } from './organisation.ts'

/** Pages at the console paths that existing clients print and open, with facts and next steps. */
export const consolePages = [
  ...gotoPages,
  ...applicationPages,
  ...addonPages,
  ...organisationPages,
  ...consoleAccountPages,
]
