import { consoleAccountPages } from './account.ts'
import { addonPages } from './addon.ts'
import { applicationPages } from './application.ts'
import { gotoPages } from './goto.ts'
import { organisationPages } from './organisation.ts'

/** The paths of the console that existing clients print and open, each with the facts and what to do next. */
export const consolePages = [
  ...gotoPages,
  ...applicationPages,
  ...addonPages,
  ...organisationPages,
  ...consoleAccountPages,
]
