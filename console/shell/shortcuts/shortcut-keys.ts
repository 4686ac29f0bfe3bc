import type { ApplicationTab } from '#console/navigation/addresses.ts'

/** What can be done with an application from anywhere. */
export type ApplicationTaskKind =
  | 'restart'
  | 'redeploy'
  | 'rollback'
  | 'scale'
  | 'open'
  | 'copyGitUrl'
  | 'addVariable'
  | 'maintenance'

type Keys = readonly string[]

/** Keys that are pressed one after the other: `g` goes somewhere, `d` does something, `t` is about the theme. */
export const shortcutKeys = {
  search: ['/'],
  help: ['?'],
  overview: ['g', 'o'],
  marketplace: ['g', 'p'],
  members: ['g', 'u'],
  billing: ['g', 'b'],
  create: ['g', 'c'],
  account: ['g', 'a'],
  themes: {
    light: ['t', 'l'],
    dark: ['t', 'd'],
    system: ['t', 's'],
  },
} as const

/** Of the application whose page is open. */
export const taskKeys: Readonly<Record<ApplicationTaskKind, Keys>> = {
  restart: ['d', 'r'],
  redeploy: ['d', 'd'],
  rollback: ['d', 'b'],
  scale: ['d', 's'],
  open: ['d', 'o'],
  copyGitUrl: ['d', 'g'],
  addVariable: ['d', 'v'],
  maintenance: ['d', 'm'],
}

/** Pages of the application that is open; the others are reached by search. */
export const tabKeys: Readonly<Partial<Record<ApplicationTab | '', Keys>>> = {
  '': ['g', 'h'],
  deployments: ['g', 'd'],
  logs: ['g', 'l'],
  terminal: ['g', 't'],
  metrics: ['g', 'm'],
  variables: ['g', 'v'],
  domains: ['g', 'n'],
  scaling: ['g', 's'],
  settings: ['g', 'e'],
}
