import { parseArgs } from 'node:util'
import {
  type AnyCommand,
  type Argument,
  type Context,
  type Option,
  type Options,
  sharedOptions,
} from './define-command.ts'
import { nearest } from './nearest.ts'
import { WrongUsage } from './refusal.ts'

/** What a command line says once it is understood. */
export type Parsed = Pick<Context<Options, readonly Argument[]>, 'options' | 'args' | 'rest'>

/** Reads the words after a command's own; throws `WrongUsage` where they do not fit it. */
export function parse(command: AnyCommand, typed: readonly string[]): Parsed {
  if (command.rest !== undefined) {
    const help = typed[0] === '--help' || typed[0] === '-h' || typed.length === 0
    return { options: valuesOf(command, { help }), args: {}, rest: typed }
  }
  const { values, positionals } = split(command, typed)
  const options = valuesOf(command, values)
  return { options, args: options.help ? {} : named(command, positionals), rest: [] }
}

function split(command: AnyCommand, typed: readonly string[]) {
  const options = optionsOf(command)
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short, multiple = false }]) => [
          name,
          short ? { type, short, multiple } : { type, multiple },
        ]),
      ),
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1]
    const meant = unknown && nearest(unknown.replace(/^-+/, ''), Object.keys(options))
    const advice = meant
      ? `Did you mean '--${meant}'?`
      : "A value that begins with '-' is written after '--'."
    throw new WrongUsage(
      unknown ? `Unknown option '${unknown}'. ${advice}` : `${message.replace(/\.$/, '')}.`,
      command.words,
    )
  }
}

function valuesOf(command: AnyCommand, given: Record<string, unknown>): Parsed['options'] {
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(optionsOf(command))) {
    const value = given[name] ?? valueWithout(option)
    if (value === undefined && option.required && !given.help)
      throw new WrongUsage(
        `'berth ${command.words}' needs '--${name} <${option.value}>'.`,
        command.words,
      )
    if (option.choices && value !== undefined && !option.choices.includes(String(value)))
      throw new WrongUsage(
        `'--${name}' is one of ${option.choices.join(', ')}, not '${value}'.`,
        command.words,
      )
    values[name] = value
  }
  return values as Parsed['options']
}

const valueWithout = ({ type, multiple, default: standard }: Option) =>
  type === 'boolean' ? false : multiple ? [] : standard

function named(command: AnyCommand, positionals: readonly string[]): Parsed['args'] {
  const expected = command.arguments ?? []
  const missing = expected.find(({ optional }, place) => !optional && place >= positionals.length)
  if (missing)
    throw new WrongUsage(
      `'berth ${command.words}' needs <${missing.name}>: ${missing.summary}.`,
      command.words,
    )
  const last = expected.at(-1)
  const extra = last?.repeated ? undefined : positionals[expected.length]
  if (extra !== undefined)
    throw new WrongUsage(`'berth ${command.words}' does not take '${extra}'.`, command.words)
  return Object.fromEntries(
    expected.map(({ name, repeated }, place) => [
      name,
      repeated ? positionals.slice(place) : positionals[place],
    ]),
  ) as Parsed['args']
}

export const optionsOf = (command: AnyCommand): Options => ({
  ...command.options,
  ...sharedOptions,
})
