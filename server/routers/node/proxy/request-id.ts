/** Visible ASCII without quotes, commas and semicolons, so that the id is the same in headers and logs. */
const saneId = /^[A-Za-z0-9._:/+=@-]{1,128}$/

const prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
let count = 0

/** A new id, unique over all routers: the start of this process, some random letters and a number. */
export function newRequestId(): string {
  count += 1
  return `${prefix}-${count.toString(36)}`
}

/** The id that a trusted proxy has given to the request, if it can be passed on, or a new one. */
export function requestIdOf(given: string | string[] | undefined, isTrusted: boolean): string {
  return isTrusted && typeof given === 'string' && saneId.test(given) ? given : newRequestId()
}
