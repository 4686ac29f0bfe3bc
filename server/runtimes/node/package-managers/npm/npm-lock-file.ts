import type { Project } from '#runtimes/node/project.ts'

/** The lock file that npm follows, if there is one; a shrinkwrap wins. */
export const npmLockFile = ({ lockNames }: Project): string | undefined =>
  ['npm-shrinkwrap.json', 'package-lock.json'].find((name) => lockNames.has(name))
