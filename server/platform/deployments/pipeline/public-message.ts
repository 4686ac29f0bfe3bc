import { Failure } from '#platform/deployments/failure.ts'

/** What an owner is told of an error: of one that nobody foresaw, its message without the folders of the machine. */
export function publicMessage(error: unknown): string {
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(quotedPath, "'…/$1'").replace(plainPath, '…/')
}

/** As Node quotes the path of a file operation that failed. */
const quotedPath = /'\/(?:[^']*\/)?([^'/]*)'/g
/** The folders of a path, up to its last name; what has a host before it is no path of ours. */
const plainPath = /(?<![\w.:/…])\/(?:[^\s'":,;()/]+\/)+/g
