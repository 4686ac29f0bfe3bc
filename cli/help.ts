import { table } from '#cli/terminal/table.ts'
import type { AnyCommand, Option } from './define-command.ts'
import { optionsOf } from './parse.ts'

/** The command line of a command, as a pattern. */
export function usage(command: AnyCommand): string {
  if (command.rest !== undefined) return `berth ${command.words} ${command.rest}`
  const args = (command.arguments ?? []).map(({ name, optional, repeated }) => {
    const pattern = repeated ? `<${name}>...` : `<${name}>`
    return optional ? `[${pattern}]` : pattern
  })
  const needed = Object.entries(command.options ?? {})
    .filter(([, { required }]) => required)
    .map(([name, { value }]) => `--${name} <${value}>`)
  return ['berth', command.words, ...needed, ...args, '[options]'].join(' ')
}

/** The first column of an option in a list. */
export const optionPattern = (name: string, { short, type, value }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` <${value ?? 'value'}>` : ''}`

/** The second column of an option in a list. */
export const optionMeaning = ({ summary, choices, default: standard }: Option): string =>
  [
    summary,
    choices && `: ${choices.join(', ')}`,
    standard !== undefined && ` (default: ${standard})`,
  ]
    .filter(Boolean)
    .join('')

/** Everything about one command, and the names of those that begin with the same words. */
export function commandHelp(command: AnyCommand, commands: readonly AnyCommand[]): string {
  const below = commands.filter(({ words }) => words.startsWith(`${command.words} `))
  return sections([
    ['', `${command.summary}.`],
    ['Usage', usage(command)],
    ['', command.description ?? ''],
    ['Arguments', rows(command.arguments?.map(({ name, summary }) => [`<${name}>`, summary]))],
    [
      'Options',
      command.rest === undefined
        ? rows(
            Object.entries(optionsOf(command)).map(([name, option]) => [
              optionPattern(name, option),
              optionMeaning(option),
            ]),
          )
        : '',
    ],
    ['Examples', (command.examples ?? []).join('\n')],
    ['Commands', rows(below.map(({ words, summary }) => [`berth ${words}`, summary]))],
  ])
}

/** The list of commands. */
export const overview = (commands: readonly AnyCommand[]): string =>
  sections([
    ['', 'berth: the command-line tool of Berth, a platform as a service that you run yourself.'],
    ['Usage', 'berth <command> [arguments] [options]'],
    ['Commands', rows(commands.map(({ words, summary }) => [words, summary]))],
    [
      '',
      "'berth <command> --help' tells more about a command; 'berth --version' prints the version.",
    ],
  ])

const rows = (cells: readonly (readonly string[])[] = []) => table(cells)

const sections = (parts: readonly (readonly [title: string, text: string])[]) =>
  parts
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title ? `${title}\n${indented(text)}` : text))
    .join('\n\n')

const indented = (text: string) => text.replace(/^/gm, '  ')
