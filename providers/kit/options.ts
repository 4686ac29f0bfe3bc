import { DeclinedError } from './declined.ts'

/** Says why the value of an option cannot be had; nothing if it can. */
export type OptionCheck = (value: string) => string | undefined | Promise<string | undefined>

/** An option that is on or off. */
const either: OptionCheck = (value) =>
  value === 'true' || value === 'false' ? undefined : 'it is true or false'

/** An option of which only one value can be had, and why. */
export const always =
  (only: 'true' | 'false', why: string): OptionCheck =>
  (value) =>
    value === only ? undefined : (either(value) ?? why)

/** Options of every server with back-ups: what clients of other platforms send with each order. */
export const serverOptions: Readonly<Record<string, OptionCheck>> = {
  'do-backup': either,
  encryption: always('false', 'disks are encrypted by the operator of the machine or not at all'),
  // Applications connect to the server itself: there is no proxy that could be left out.
  'direct-host-only': either,
}

/** Whether back-ups are made on schedule; those on request are made in any case. */
export const wantsBackups = ({ options }: { options: Readonly<Record<string, string>> }): boolean =>
  options['do-backup'] !== 'false'

/**
 * Declines an order with a value of an option that cannot be had. Options without a check are ignored, as the protocol
 * wants: the platform refuses those that the manifest does not list.
 */
export async function requireOptions(
  { options = {} }: { options?: Readonly<Record<string, OptionCheck>> },
  given: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, check] of Object.entries(options)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const problem = value !== undefined && (await check(value))
    if (problem)
      throw new DeclinedError(`The option '${name}' cannot be '${value.slice(0, 40)}': ${problem}.`)
  }
}
