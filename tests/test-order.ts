/** Those that take longest, the longest first: begun early, none of them is left over at the end on one processor. */
const slowest = [
  'scenarios/own-providers-conform',
  'scenarios/examples-frameworks',
  'box/database-servers',
  'scenarios/examples-managers',
  'scenarios/private-registries',
  'scenarios/downloads',
  'scenarios/stock-client',
  'scenarios/stock-addons',
  'scenarios/bad-repositories',
  'scenarios/stock-account',
  'scenarios/ssh-dependency',
  'scenarios/signals',
  'scenarios/kill',
  'scenarios/bad-registries',
  'scenarios/examples',
  'scenarios/bad-javascript',
  'box/dependency-poisoning',
  'box/disk-exhaustion',
].map((name) => `tests/${name}.test.ts`)

/** Whether a file starts whole platforms, which wait for other processes half of the time. */
export const startsPlatforms = (file: string): boolean => /^tests\/(scenarios|box)\//.test(file)

export const longestFirst = (files: readonly string[]): string[] => [
  ...slowest.filter((file) => files.includes(file)),
  ...files.filter((file) => !slowest.includes(file)),
]
