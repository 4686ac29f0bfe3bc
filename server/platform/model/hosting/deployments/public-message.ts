import { Failure } from './failure.ts'

/** Message of an error for the owner: that of an unexpected error without the machine's paths. */
export function publicMessage(error: unknown): string {
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(quotedPath, "'…/$1'").replace(plainPath, '…/')
}

/** A path quoted by Node in a file system error. */
const quotedPath = /'\/(?:[^']*\/)?([^'/]*)'/g
/** Directories of an absolute path, not of a URL. */
const plainPath = /(?<![\w.:/…])\/(?:[^\s'":,;()/]+\/)+/g
