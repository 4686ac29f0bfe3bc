import type { Ports } from './router-commands.ts'

/** A port could not be opened. */
export class ListenError extends Error {
  readonly code: string | undefined
  readonly port: keyof Ports

  constructor(port: keyof Ports, cause: NodeJS.ErrnoException) {
    super(cause.message, { cause })
    this.code = cause.code
    this.port = port
  }
}
