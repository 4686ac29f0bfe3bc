import { join } from 'node:path'

/** Runs a command as root of a user namespace of 65,536 users; its first lines say how it is called. */
export const enterUserns = join(import.meta.dirname, 'enter-userns.pl')

const firstUser = 0x1000_0000
const usersEach = 0x1_0000
const maxRanges = 0x6000

/** The first of the 65,536 users in a range of the machine, above all others that the platform has. */
export const subordinateUsers = (range: number): number =>
  firstUser + (range % maxRanges) * usersEach
