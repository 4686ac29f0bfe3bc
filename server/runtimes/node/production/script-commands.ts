import { splitShellCommands } from '#kit/text/shell-words.ts'

/** A program and its arguments. */
export type SimpleCommand = readonly [program: string, ...args: string[]]

const maxScriptLength = 8_192
const maxCommands = 200

/**
 * The commands that a shell script runs, with the scripts of package.json that it calls in place of the calls. Assignments and
 * wrappers such as `cross-env` and `npx` are left out.
 */
export function commandsIn(text: string, scripts: Readonly<Record<string, string>>) {
  const found: SimpleCommand[] = []
  const visited = new Set<string>()
  const visit = (script: string) => {
    if (script.length > maxScriptLength) return
    for (const words of splitShellCommands(script)) {
      if (found.length >= maxCommands) return
      const [program, ...args] = unwrapped(words)
      if (program === undefined) continue
      const called = scriptsCalled([program, ...args], scripts)
      if (called.length === 0) found.push(binaryOf([program, ...args]))
      for (const name of called) visitScript(name)
    }
  }
  const visitScript = (name: string) => {
    if (visited.has(name)) return
    visited.add(name)
    for (const each of [`pre${name}`, name, `post${name}`]) visit(own(scripts, each) ?? '')
  }
  visit(text)
  return found
}

/** The commands of one script with its pre and post scripts. */
export const commandsOfScript = (name: string, scripts: Readonly<Record<string, string>>) =>
  commandsIn(`npm run ${name}`, Object.hasOwn(scripts, name) ? scripts : {}).filter(
    ([program]) => program !== 'npm' || Object.hasOwn(scripts, name),
  )

const own = (scripts: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(scripts, name) ? scripts[name] : undefined

/** Programs that run the command in their arguments. */
const wrappers = ['cross-env', 'cross-env-shell', 'env', 'exec', 'nice', 'npx', 'bunx', 'dotenv']

/** A command without assignments before it and without the programs that only run it. */
function unwrapped(words: readonly string[]): string[] {
  let rest = withoutAssignments(words)
  while (wrappers.includes(rest[0] ?? '')) {
    const separator = rest.indexOf('--')
    rest =
      separator > 0 ? rest.slice(separator + 1) : withoutAssignments(withoutOptions(rest.slice(1)))
  }
  return rest
}

const withoutAssignments = (words: readonly string[]) =>
  words.slice(indexOrEnd(words, (word) => !/^\w+=/.test(word)))

const withoutOptions = (words: readonly string[]) =>
  words.slice(indexOrEnd(words, (word) => !word.startsWith('-')))

function indexOrEnd(words: readonly string[], isWanted: (word: string) => boolean): number {
  const at = words.findIndex(isWanted)
  return at < 0 ? words.length : at
}

const packageManagers = ['npm', 'yarn', 'pnpm', 'bun']
const scriptRunners = ['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']

/** Names of scripts that a command runs. */
function scriptsCalled(
  [program, ...args]: SimpleCommand,
  scripts: Readonly<Record<string, string>>,
): string[] {
  const operands = args.filter((word) => !word.startsWith('-'))
  if (scriptRunners.includes(program)) return operands.filter((name) => own(scripts, name))
  if (program === 'node' && args[0] === '--run') return operands.slice(0, 1)
  if (program === 'deno') return args[0] === 'task' ? operands.slice(1, 2) : []
  if (!packageManagers.includes(program)) return []
  const [verb = '', name] = operands
  if (verb === 'run' || verb === 'run-script') return name && own(scripts, name) ? [name] : []
  return own(scripts, verb) && (verb === 'start' || program !== 'npm') ? [verb] : []
}

const execVerbs = ['exec', 'dlx', 'x', 'run']

/** `yarn next start` and `pnpm exec next start` run `next start`. */
function binaryOf(command: SimpleCommand): SimpleCommand {
  const [program, ...args] = command
  if (!packageManagers.includes(program) || program === 'npm') return command
  const words = withoutOptions(args)
  const [binary, ...rest] = execVerbs.includes(words[0] ?? '')
    ? withoutOptions(words.slice(1))
    : words
  return binary === undefined || (program === 'bun' && isFile(binary)) ? command : [binary, ...rest]
}

const isFile = (word: string) => /[./]/.test(word)
