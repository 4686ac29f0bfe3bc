import {
  type AnyCommand,
  type Argument,
  type CommandFile,
  type Option,
  type Options,
  sharedOptions,
} from '#cli/define-command.ts'
import { optionsOf } from '#cli/parse.ts'

/** A word that a shell proposes, with its meaning. */
export interface Proposal {
  word: string
  meaning: string
}

/** What a shell proposes as a value: these words, paths of files, or nothing. */
export type Values = readonly string[] | 'files'

/** What may follow some words of the command line: of `env`, its subcommands, options and arguments. */
export interface CompletionNode {
  /** Words so far, without `berth`. */
  words: string
  subcommands: readonly Proposal[]
  options: readonly Proposal[]
  /** Values by option that takes one, long and short. */
  values: ReadonlyMap<string, Values>
  /** Values of the arguments by position, where some are known. */
  arguments: readonly Values[]
}

/** One node for each command, each alias and each group of commands. */
export async function completionNodes(files: readonly CommandFile[]): Promise<CompletionNode[]> {
  const commands = new Map<string, AnyCommand>()
  for (const { words, load } of files) {
    const command = await load()
    for (const name of words) commands.set(name, command)
  }
  const names = [...commands.keys()]
  const groups = names.flatMap((name) => prefixesOf(name))
  return [...new Set([...groups, ...names])].map((words) => {
    const command = commands.get(words)
    return {
      words,
      subcommands: subcommandsOf(words, commands),
      ...optionsIn(command ? typedOptions(command) : words === '' ? sharedOptions : {}),
      arguments: (command?.arguments ?? []).map(argumentValues),
    }
  })
}

/** `''` and `addon` of `addon list`. */
const prefixesOf = (name: string): string[] =>
  name.split(' ').map((_, count, words) => words.slice(0, count).join(' '))

function subcommandsOf(above: string, commands: ReadonlyMap<string, AnyCommand>): Proposal[] {
  const prefix = above === '' ? '' : `${above} `
  const found = new Map<string, string[]>()
  for (const name of commands.keys()) {
    if (!name.startsWith(prefix)) continue
    const [word = '', ...more] = name.slice(prefix.length).split(' ')
    if (word !== '') found.set(word, [...(found.get(word) ?? []), more.join(' ')])
  }
  return [...found].map(([word, more]) => ({
    word,
    meaning: commands.get(prefix + word)?.summary ?? more.join(', '),
  }))
}

/** Options of a command; none for one that passes its words on to another program. */
const typedOptions = (command: AnyCommand): Options =>
  command.rest === undefined ? optionsOf(command) : {}

function optionsIn(options: Options): Pick<CompletionNode, 'options' | 'values'> {
  const spelled = Object.entries(options).flatMap(([name, option]) => [
    { word: `--${name}`, option },
    ...(option.short ? [{ word: `-${option.short}`, option }] : []),
  ])
  return {
    options: spelled.map(({ word, option }) => ({ word, meaning: option.summary })),
    values: new Map(
      spelled
        .filter(({ option }) => option.type === 'string')
        .map(({ word, option }) => [word, optionValues(option)]),
    ),
  }
}

const optionValues = ({ choices, value }: Option): Values =>
  choices ?? (value === 'file' || value === 'folder' ? 'files' : [])

const argumentValues = ({ completes }: Argument): Values => completes ?? []
