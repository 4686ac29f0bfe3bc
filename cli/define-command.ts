import { formats, type Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** One letter that stands for it. */
  short?: string
  /** What its value is called in the help. */
  value?: string
  summary: string
  choices?: readonly string[]
  default?: string
  required?: boolean
  /** May be given several times; its value is a list. */
  multiple?: boolean
}

export type Options = Readonly<Record<string, Option>>

export interface Argument {
  name: string
  summary: string
  optional?: boolean
  /** The last one may be given several times; its value is a list of at least one, or of none where it is optional. */
  repeated?: boolean
}

/** Options that every command takes. */
export const sharedOptions = {
  profile: { type: 'string', value: 'name', summary: 'Use this profile instead of the active one' },
  format: {
    type: 'string',
    short: 'F',
    value: 'format',
    summary: 'Output format: human or json',
    choices: formats,
    default: 'human',
  },
  help: { type: 'boolean', short: 'h', summary: 'Show this help' },
} as const satisfies Options

type OptionValue<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true }
    ? readonly string[]
    :
        | (O extends { choices: readonly (infer Choice)[] } ? Choice : string)
        | (O extends { required: true } | { default: string } ? never : undefined)

export type OptionValues<Os extends Options> = { [Name in keyof Os]: OptionValue<Os[Name]> }

export type ArgumentValues<As extends readonly Argument[]> = {
  [A in As[number] as A['name']]: A extends { repeated: true }
    ? readonly string[]
    : A extends { optional: true }
      ? string | undefined
      : string
}

/** What a command is given to do its work. */
export interface Context<
  Os extends Options = Record<never, never>,
  As extends readonly Argument[] = readonly [],
> {
  options: OptionValues<Os & typeof sharedOptions>
  args: ArgumentValues<As>
  /** The words after the command as they were typed, for a command that hands them on. */
  rest: readonly string[]
  terminal: Terminal
  output: Output
}

/** One thing that can be typed, as data: parsing, help and the reference page are derived from it. */
export interface Command<Os extends Options, As extends readonly Argument[]> {
  /** The words typed; the file of the command is named after them. */
  words: string
  /** One line. */
  summary: string
  /** What else there is to know. */
  description?: string
  arguments?: As
  options?: Os
  examples?: readonly string[]
  /** Hands on everything that follows its words unread, options included. The name of that rest in the help. */
  rest?: string
  /** Does it; the exit code is 0 unless it gives another. */
  handle(context: Context<Os, As>): Promise<number | undefined>
}

export type AnyCommand = Command<Options, readonly Argument[]>

/** Gives back what it is given: its type is what it is for. */
export const defineCommand = <
  const Os extends Options = Record<never, never>,
  const As extends readonly Argument[] = readonly [],
>(
  command: Command<Os, As>,
): Command<Os, As> => command
