import { isId } from '#kit/text/ids.ts'

/** User name by which the instance is the first word of the command. */
const shellUser = 'ssh'
const instancePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the form of the id of an application or of an instance. */
const isTarget = (text: string): boolean => isId('app', text) || instancePattern.test(text)

/** Whether a login name is one for shells: `ssh`, or the id of an application or of an instance. */
export const isShellUser = (user: string): boolean => user === shellUser || isTarget(user)

export interface ShellTarget {
  /** Id of an application or of an instance. */
  target: string
  /** A line for the shell; a login shell when absent. */
  line?: string
}

/** Where a client wants to, and what it wants to run there; `undefined` when it does not say where. */
export function parseTarget(user: string, command: string): ShellTarget | undefined {
  if (isTarget(user)) return { target: user, ...(command === '' ? {} : { line: command }) }
  const [, target = '', line = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(command) ?? []
  if (!isTarget(target)) return undefined
  return { target, ...(line === '' ? {} : { line }) }
}

const maxValue = 200
const nameOfLocale = /^(?:LANG|LC_[A-Z]{1,20})$/
const harmless = /^[A-Za-z0-9_.@:+-]*$/

/** Whether a client may set a variable: its language, and how many colours its terminal has. */
export const isPermittedVariable = (name: string, value: string): boolean =>
  (nameOfLocale.test(name) || name === 'COLORTERM') &&
  value.length <= maxValue &&
  harmless.test(value)

/** Type of the client's terminal; that of the simplest for one that cannot be a type. */
export const terminalType = (text: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$/.test(text) ? text : 'dumb'
