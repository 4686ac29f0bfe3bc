import type { AnyCommand, Option } from '#cli/define-command.ts'
import { optionsOf } from '#cli/parse.ts'
import { table } from '#cli/terminal/table.ts'
import { firstCommands, groupCommands, type Topic } from './groups.ts'

/** Usage line of a command. */
export function usage(command: AnyCommand, { isShort = false } = {}): string {
  if (command.rest !== undefined) return `berth ${command.words} ${command.rest}`
  const args = (command.arguments ?? []).map(({ name, optional, repeated }) => {
    const pattern = repeated ? `<${name}>...` : `<${name}>`
    return optional ? `[${pattern}]` : pattern
  })
  const needed = Object.entries(command.options ?? {})
    .filter(([, { required }]) => required)
    .map(([name, { value }]) => `--${name} <${value}>`)
  const options = isShort ? [] : ['[options]']
  const isVerbatim = command.arguments?.at(-1)?.isVerbatim
  const given = isVerbatim ? [...options, ...args] : [...args, ...options]
  return ['berth', command.words, ...needed, ...given].join(' ')
}

/** First column of an option in the help. */
export const optionPattern = (name: string, { short, type, value }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` <${value ?? 'value'}>` : ''}`

/** Second column of an option in the help. */
export const optionMeaning = ({ summary, choices, default: standard }: Option): string =>
  [
    summary,
    choices && `: ${choices.join(', ')}`,
    standard !== undefined && ` (default: ${standard})`,
  ]
    .filter(Boolean)
    .join('')

/** Help of one command, with the names of its subcommands. */
export function commandHelp(command: AnyCommand, below: readonly AnyCommand[]): string {
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

/** All commands by group, with the most needed ones on top. */
export const overview = (commands: readonly AnyCommand[]): string =>
  sections([
    ['', 'berth: the command-line tool of Berth, a platform as a service that you run yourself.'],
    ['Usage', 'berth <command> [arguments] [options]'],
    [
      'First steps',
      rows(
        firstCommands
          .flatMap((first) => commands.filter(({ words }) => words === first))
          .map((command) => [usage(command, { isShort: true }), command.summary]),
      ),
    ],
    ...groupCommands(commands).map(
      ({ title, topics }) => [title, rows(topics.map(topicRow))] as const,
    ),
    [
      '',
      "'berth <command> --help' shows more about a command; 'berth help all' lists every command.",
    ],
  ])

/** Every command, one per line. */
export const commandList = (commands: readonly AnyCommand[]): string =>
  sections([
    ['Commands', rows(commands.map(({ words, summary }) => [`berth ${words}`, summary]))],
    ['', "'berth <command> --help' shows more about a command."],
  ])

const maxWords = 6

/** Row of a topic: the command of the word alone, else its first command; then the other subcommands. */
function topicRow({ word, commands }: Topic): string[] {
  const [first, ...others] = commands
  const after = (command: AnyCommand) => command.words.slice(word.length + 1)
  if (first?.words === word && others.length === 0) return [word, first.summary]
  const more = [...new Set(commands.map((command) => after(command).split(' ')[0] ?? ''))].filter(
    Boolean,
  )
  const shown = more.length > maxWords ? [...more.slice(0, maxWords), '…'] : more
  const alone = commands.find(({ words }) => words === word)
  return [word, `${alone ? `${alone.summary}; also ` : ''}${shown.join(', ')}`]
}

const rows = (cells: readonly (readonly string[])[] = []) => table(cells)

const sections = (parts: readonly (readonly [title: string, text: string])[]) =>
  parts
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title ? `${title}\n${indented(text)}` : text))
    .join('\n\n')

const indented = (text: string) => text.replace(/^/gm, '  ')
