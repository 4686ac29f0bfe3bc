import { commandFiles, loadCommands } from '#cli/commands.ts'
import type { AnyCommand, Options } from '#cli/define-command.ts'
import { sharedOptions } from '#cli/define-command.ts'
import { optionMeaning, optionPattern, usage } from '#cli/help/help.ts'

/** Generates the reference page of the command-line tool. */
export async function cliReference(): Promise<string> {
  const commands = await loadCommands()
  return `${[
    '# The command-line tool',
    'Written by `npm run docs` from the commands themselves.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong usage.',
    `Every command but \`curl\` also takes:\n\n${optionTable(sharedOptions)}`,
    commands
      .map(({ words, summary }) => `- [\`berth ${words}\`](#${anchor(words)}): ${summary}`)
      .join('\n'),
    ...commands.map(chapter),
  ].join('\n\n')}\n`
}

const otherNames = ({ words }: AnyCommand): readonly string[] =>
  commandFiles.find((file) => file.words[0] === words)?.words.slice(1) ?? []

const chapter = (command: AnyCommand): string =>
  [
    `## berth ${command.words}`,
    `${command.summary}.`,
    fenced([usage(command)]),
    inCode(command.description),
    otherNames(command).length > 0 &&
      `Also typed as ${otherNames(command)
        .map((name) => `\`berth ${name}\``)
        .join(', ')}.`,
    command.arguments &&
      rows(
        'Argument',
        command.arguments.map(({ name, summary }) => [`<${name}>`, summary]),
      ),
    Object.keys(command.options ?? {}).length > 0 && optionTable(command.options ?? {}),
    command.examples && fenced(command.examples),
  ]
    .filter(Boolean)
    .join('\n\n')

/** What is between angle brackets is HTML for Markdown, which nobody would see. */
const inCode = (text: string | undefined) =>
  text?.replace(/`[^`]*`|[^\s`,]*<[^\s`]+>[^\s`,]*/g, (found) =>
    found.startsWith('`') ? found : `\`${found}\``,
  )

const optionTable = (options: Options) =>
  rows(
    'Option',
    Object.entries(options).map(([name, option]) => [
      optionPattern(name, option),
      optionMeaning(option),
    ]),
  )

const rows = (title: string, cells: readonly (readonly [string, string])[]) =>
  [
    `| ${title} | Meaning |`,
    '|---|---|',
    ...cells.map(([pattern, meaning]) => `| \`${pattern}\` | ${meaning.replaceAll('|', '\\|')} |`),
  ].join('\n')

const fenced = (lines: readonly string[]) => ['```sh', ...lines, '```'].join('\n')

const anchor = (words: string) => `berth-${words.replaceAll(' ', '-')}`
