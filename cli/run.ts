import { createOutput } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { commands } from './commands.ts'
import type { AnyCommand } from './define-command.ts'
import { explain } from './explain.ts'
import { commandHelp, overview, usage } from './help.ts'
import { nearest } from './nearest.ts'
import { parse } from './parse.ts'
import { WrongUsage } from './refusal.ts'
import { version } from './version.ts'

/** Does what was typed and gives the exit code. */
export async function run(typed: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(typed, terminal)
  } catch (error) {
    const { text, exitCode } = explain(error)
    terminal.err(`${text}\n`)
    if (error instanceof WrongUsage) terminal.err(`${usageOf(error)}\n`)
    return exitCode
  }
}

async function dispatch(typed: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = typed
  if (first === undefined || first === '--help' || first === '-h') return help([], terminal)
  if (first === '--version' || first === '-V') return say(version(), terminal)
  if (first === 'help') return help(typed.slice(1), terminal)

  const found = find(typed)
  if (!found) return unknown(typed, terminal)
  const { command, rest } = found
  const parsed = parse(command, rest)
  if (parsed.options.help) return say(commandHelp(command, commands), terminal)

  const output = createOutput(terminal, parsed.options.format)
  return (await command.handle({ ...parsed, terminal, output })) ?? 0
}

/** The command with the most words that are all typed first. */
function find(typed: readonly string[]): { command: AnyCommand; rest: string[] } | undefined {
  const names = commands.flatMap((command) =>
    [command.words, ...(command.otherWords ?? [])].map((words) => ({
      command,
      words: words.split(' '),
    })),
  )
  const [best] = names
    .filter(({ words }) => words.every((word, place) => typed[place] === word))
    .sort((a, b) => b.words.length - a.words.length)
  return best && { command: best.command, rest: typed.slice(best.words.length) }
}

function help(words: readonly string[], terminal: Terminal): number {
  if (words.length === 0) return say(overview(commands), terminal)
  const found = find(words)
  return found && found.rest.length === 0
    ? say(commandHelp(found.command, commands), terminal)
    : unknown(words, terminal)
}

function unknown(typed: readonly string[], terminal: Terminal): number {
  const [first = ''] = typed
  const group = commands.filter(({ words }) => words.startsWith(`${first} `))
  if (group.length > 0 && /^(-h|--help)?$/.test(typed[1] ?? ''))
    return say(overview(group), terminal)
  const words = typed
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  const meant =
    nearest(
      words,
      commands.map((command) => command.words),
    ) ??
    nearest(
      first,
      commands.map((command) => command.words),
    )
  throw new WrongUsage(
    first.startsWith('-')
      ? `A command comes before '${first}'.`
      : `There is no command '${words}'.${meant ? ` Did you mean 'berth ${meant}'?` : ''}`,
  )
}

function usageOf({ words }: WrongUsage): string {
  const command = commands.find((candidate) => candidate.words === words)
  return command
    ? `Usage: ${usage(command)}\nMore: berth ${command.words} --help`
    : 'Usage: berth <command> [arguments] [options]\nMore: berth --help'
}

function say(text: string, terminal: Terminal): number {
  terminal.out(`${text}\n`)
  return 0
}
