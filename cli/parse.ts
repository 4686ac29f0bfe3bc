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
import { UsageError } from './refusal.ts'

/** A parsed command line. */
export type ParsedCommand = Pick<Context<Options, readonly Argument[]>, 'options' | 'args' | 'rest'>

/** Context of a command's words. */
export interface ParseContext {
  /** Options typed before the command. */
  leading?: readonly string[]
  /** Words of all commands, for suggestions. */
  names?: readonly string[]
}

/** Parses the words after a command; throws `UsageError` if they do not match its definition. */
export function parse(
  command: AnyCommand,
  typed: readonly string[],
  { leading = [], names = [] }: ParseContext = {},
): ParsedCommand {
  if (command.rest !== undefined) {
    const isHelp = typed[0] === '--help' || typed[0] === '-h' || typed.length === 0
    const { values } = split(command, isHelp ? [...leading, '--help'] : leading)
    return { options: valuesOf(command, values), args: {}, rest: typed }
  }
  const length = ownLength(command, typed)
  const { values, positionals } = split(command, [...leading, ...typed.slice(0, length)])
  const verbatim = typed.slice(typed[length] === '--' ? length + 1 : length)
  positionals.push(...verbatim)
  const options = valuesOf(command, values)
  const args = options.help ? {} : named(command, positionals, names)
  return { options, args, rest: [] }
}

/** Number of leading words that are shared options, which may precede the command. */
export function countLeading(typed: readonly string[]): number {
  const words = Object.entries(sharedOptions).flatMap(([name, option]) =>
    [`--${name}`, 'short' in option ? `-${option.short}` : ''].map((word) => ({ word, option })),
  )
  let count = 0
  for (let word = typed[0]; word?.startsWith('-'); word = typed[count]) {
    const [name = ''] = word.split('=')
    const known = words.find((one) => one.word === name)
    if (!known) return count
    count += known.option.type === 'boolean' || word.includes('=') ? 1 : 2
  }
  return Math.min(count, typed.length)
}

/** How many words are read as options and arguments; those after them are another program's. */
function ownLength(command: AnyCommand, typed: readonly string[]): number {
  if (!command.arguments?.at(-1)?.isVerbatim) return typed.length
  const { tokens } = parseArgs({
    args: [...typed],
    strict: false,
    tokens: true,
    options: parsedOptions(command),
  })
  const isOption = ({ kind }: (typeof tokens)[number]) => kind === 'option'
  return tokens.find((token) => !isOption(token))?.index ?? typed.length
}

const parsedOptions = (command: AnyCommand) =>
  Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { type, short, multiple = false }]) => [
      name,
      short ? { type, short, multiple } : { type, multiple },
    ]),
  )

function split(command: AnyCommand, typed: readonly string[]) {
  const options = optionsOf(command)
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: parsedOptions(command),
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1]
    const meant = unknown && nearest(unknown.replace(/^-+/, ''), Object.keys(options))
    const advice = meant
      ? `Did you mean '--${meant}'?`
      : "Put a value that begins with '-' after '--'."
    throw new UsageError(
      unknown ? `Unknown option '${unknown}'. ${advice}` : `${message.replace(/\.$/, '')}.`,
      command.words,
    )
  }
}

function valuesOf(command: AnyCommand, given: Record<string, unknown>): ParsedCommand['options'] {
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(optionsOf(command))) {
    const value = given[name] ?? valueWithout(option)
    if (value === undefined && option.required && !given.help)
      throw new UsageError(`Missing option '--${name} <${option.value}>'.`, command.words)
    if (option.choices && value !== undefined && !option.choices.includes(String(value)))
      throw new UsageError(
        `Invalid --${name} '${value}': use one of ${option.choices.join(', ')}.`,
        command.words,
      )
    values[name] = value
  }
  return values as ParsedCommand['options']
}

const valueWithout = ({ type, multiple, default: standard }: Option) =>
  type === 'boolean' ? false : multiple ? [] : standard

function named(
  command: AnyCommand,
  positionals: readonly string[],
  names: readonly string[],
): ParsedCommand['args'] {
  const expected = command.arguments ?? []
  const missing = expected.find(({ optional }, place) => !optional && place >= positionals.length)
  if (missing)
    throw new UsageError(`Missing argument <${missing.name}>: ${missing.summary}.`, command.words)
  const last = expected.at(-1)
  const extra = last?.repeated ? undefined : positionals[expected.length]
  if (extra !== undefined)
    throw new UsageError(
      `Unexpected argument '${extra}'.${suggestion(command, extra, names)}`,
      command.words,
    )
  return Object.fromEntries(
    expected.map(({ name, repeated }, place) => [
      name,
      repeated ? positionals.slice(place) : positionals[place],
    ]),
  ) as ParsedCommand['args']
}

/** Suggests a subcommand for an unexpected word. */
function suggestion(command: AnyCommand, word: string, names: readonly string[]): string {
  const prefix = `${command.words} `
  const below = names.filter((name) => name.startsWith(prefix))
  if (below.includes(prefix + word))
    return ` The words of a command come before its options: 'berth ${prefix}${word}'.`
  const meant = nearest(prefix + word, below)
  return meant ? ` Did you mean 'berth ${meant}'?` : ''
}

export const optionsOf = (command: AnyCommand): Options => ({
  ...command.options,
  ...sharedOptions,
})
