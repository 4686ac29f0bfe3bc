import { formats, type Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** One-letter short form. */
  short?: string
  /** Placeholder of the value in the help. */
  value?: string
  summary: string
  choices?: readonly string[]
  default?: string
  required?: boolean
  /** Repeatable; the value is a list. */
  multiple?: boolean
}

export type Options = Readonly<Record<string, Option>>

export interface Argument {
  name: string
  summary: string
  optional?: boolean
  /** What a shell completes here: these words, though others may be accepted too, or paths of files. */
  completes?: readonly string[] | 'files'
  /** The last argument is repeatable; its value is a list, which may be empty only if the argument is optional. */
  repeated?: boolean
  /**
   * A repeated one that is a command line: options of this command come before it, and all that follows its first word,
   * options included, is its own.
   */
  isVerbatim?: boolean
}

/** Options of every command. */
export const sharedOptions = {
  profile: { type: 'string', value: 'name', summary: 'Use this profile instead of the active one' },
  format: {
    type: 'string',
    short: 'F',
    value: 'format',
    summary: 'Output format',
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

/** Input of a command's `handle`. */
export interface Context<
  Os extends Options = Record<never, never>,
  As extends readonly Argument[] = readonly [],
> {
  options: OptionValues<Os & typeof sharedOptions>
  args: ArgumentValues<As>
  /** Unparsed words after the command, for commands that pass them on to another program. */
  rest: readonly string[]
  terminal: Terminal
  output: Output
  /** Every command, for those that describe the tool itself. */
  commands: readonly CommandFile[]
}

/** A command as data: parser, help and reference page are derived from it. */
export interface Command<Os extends Options, As extends readonly Argument[]> {
  /** Words of the command; its file is named after them. */
  words: string
  /** One line for the help. */
  summary: string
  /** Further paragraphs for the help. */
  description?: string
  arguments?: As
  options?: Os
  examples?: readonly string[]
  /**
   * Set if all words after the command are passed on unparsed, options included; placeholder of those words in the
   * help.
   */
  rest?: string
  /** Runs the command; returns an exit code other than 0, if any. */
  handle(context: Context<Os, As>): Promise<number | undefined>
}

export type AnyCommand = Command<Options, readonly Argument[]>

/** Words and aliases of a command, and the import of its file. */
export interface CommandFile {
  words: readonly [string, ...string[]]
  load(): Promise<AnyCommand>
}

/** Import of each command's file by its words, in the order of the help. */
export type CommandImports = Readonly<Record<string, () => Promise<object>>>

/** Identity function that infers the types of options and arguments. */
export const defineCommand = <
  const Os extends Options = Record<never, never>,
  const As extends readonly Argument[] = readonly [],
>(
  command: Command<Os, As>,
): Command<Os, As> => command
