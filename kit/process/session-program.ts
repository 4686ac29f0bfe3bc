import { join } from 'node:path'

/** Runs a command with a terminal of its own or with pipes, for whoever is at the other end of its streams. */
export const sessionProgram = join(import.meta.dirname, 'session.pl')

/** Descriptor of the connection by which it gets sizes and signals, and whose end is a hang-up. */
export const controlDescriptor = 5
