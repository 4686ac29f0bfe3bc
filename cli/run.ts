import { commandHelp, commandList, overview, usage } from '#cli/help/help.ts'
import { createOutput } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { commandFiles, loadCommands, loadSubcommands } from './commands.ts'
import type { AnyCommand } from './define-command.ts'
import { explain, explanationJson, explanationText } from './explain.ts'
import { hintFor } from './help/equivalent-commands.ts'
import { nearest } from './nearest.ts'
import { countLeading, parse } from './parse.ts'
import { UsageError } from './refusal.ts'

/** Runs a command line and returns the exit code. */
export async function run(typed: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(typed, terminal)
  } catch (error) {
    const explanation = explain(error)
    if (wantsJson(typed)) terminal.err(`${explanationJson(explanation)}\n`)
    else {
      terminal.err(`${explanationText(explanation)}\n`)
      if (error instanceof UsageError) terminal.err(`${await usageOf(error)}\n`)
    }
    return explanation.exitCode
  }
}

async function dispatch(typed: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = typed
  if (first === undefined || first === '--help' || first === '-h') return help([], terminal)
  if (first === '--version' || first === '-V')
    return dispatch(['version', ...typed.slice(1)], terminal)
  if (first === 'help') return help(typed.slice(1), terminal)

  const count = countLeading(typed)
  const leading = typed.slice(0, count)
  const words = typed.slice(count)
  const found = await find(words)
  if (!found) return unknown(words.length > 0 ? words : typed, terminal)
  const { command, rest } = found
  const parsed = parse(command, rest, { leading, names })
  if (parsed.options.help) return helpOf(command, terminal)

  const output = createOutput(terminal, parsed.options.format)
  return (await command.handle({ ...parsed, terminal, output, commands: commandFiles })) ?? 0
}

/** Whether JSON output is requested, even if the command line cannot be parsed. */
function wantsJson(typed: readonly string[]): boolean {
  const end = typed.indexOf('--')
  const options = end < 0 ? typed : typed.slice(0, end)
  return options.some(
    (word, place) =>
      /^(--format=json|-F=?json)$/.test(word) ||
      (/^(--format|-F)$/.test(word) && options[place + 1] === 'json'),
  )
}

/** Words of every command. */
const names = commandFiles.flatMap(({ words }) => words)

/** The longest command whose words are all typed first. */
async function find(
  typed: readonly string[],
): Promise<{ command: AnyCommand; rest: string[] } | undefined> {
  const isTyped = (name: string) => name.split(' ').every((word, place) => typed[place] === word)
  const [name] = names.filter(isTyped).sort((a, b) => b.length - a.length)
  const file = commandFiles.find(({ words }) => name !== undefined && words.includes(name))
  if (!file || name === undefined) return undefined
  return { command: await file.load(), rest: typed.slice(name.split(' ').length) }
}

async function help(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.length === 0) return say(overview(await loadCommands()), terminal)
  if (words[0] === 'all' && words.length === 1)
    return say(commandList(await loadCommands()), terminal)
  const found = await find(words)
  return found && found.rest.length === 0
    ? helpOf(found.command, terminal)
    : unknown(words, terminal)
}

const helpOf = async (command: AnyCommand, terminal: Terminal): Promise<number> =>
  say(commandHelp(command, await loadSubcommands(command.words)), terminal)

async function unknown(typed: readonly string[], terminal: Terminal): Promise<number> {
  const [first = ''] = typed
  if (first.startsWith('-')) throw new UsageError(`Missing command before '${first}'.`)
  const isGroup = names.some((name) => name.startsWith(`${first} `))
  if (isGroup && /^(-h|--help)?$/.test(typed[1] ?? '')) {
    return say(commandList(await loadSubcommands(first)), terminal)
  }
  // The word after an option is its value, not part of the command.
  const option = typed.findIndex((word) => word.startsWith('-'))
  const words = typed.slice(0, Math.min(2, option < 0 ? 2 : option)).join(' ')
  const hint = isGroup ? undefined : hintFor(first)
  if (hint) throw new UsageError(`Unknown command '${first}'. ${hint}`)
  const own = commandFiles.map((file) => file.words[0])
  const meant = nearest(words, own) ?? nearest(first, own)
  throw new UsageError(
    `Unknown command '${words}'.${meant ? ` Did you mean 'berth ${meant}'?` : ''}`,
  )
}

async function usageOf({ words }: UsageError): Promise<string> {
  const command = await commandFiles.find((file) => file.words[0] === words)?.load()
  return command
    ? `Usage: ${usage(command)}\nMore: berth ${command.words} --help`
    : 'Usage: berth <command> [arguments] [options]\nMore: berth --help'
}

function say(text: string, terminal: Terminal): number {
  terminal.out(`${text}\n`)
  return 0
}
