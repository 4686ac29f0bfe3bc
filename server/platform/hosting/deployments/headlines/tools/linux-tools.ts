import {
  findByPattern,
  type HeadlineFinder,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

/** GCC and Clang, which compile native modules of every language. */
const c: HeadlineFinder = {
  tool: 'C',
  rank: 'source',
  advice: [
    'A native module was compiled and did not fit: choose a version of the package that has a ready-made build for this version of the language.',
  ],
  find: (lines, at) =>
    findByPattern(
      lines,
      at,
      /^(?<file>[^\s:][^:]*\.(?:c|cc|cpp|cxx|h|hpp)):(?<line>\d+):(?<column>\d+): (?:fatal )?error: (?<sentence>\S.*)$/,
    ),
}

/** A command that is not there, as shells say it. */
const shell: HeadlineFinder = {
  tool: 'Shell',
  rank: 'tool',
  advice: [
    'The program is not there. Add it to the dependencies of the project (what is in devDependencies may be left out), or mind its name and path.',
  ],
  find(lines, at) {
    const [, name] =
      /^(?:\/?[\w./-]+: )?(?:line )?(?:\d+: )?([\w@./+-]+): (?:command )?not found$/.exec(
        lines[at] ?? '',
      ) ?? []
    return name === undefined ? undefined : { at, sentence: `${name}: command not found` }
  },
}

const make: HeadlineFinder = {
  tool: 'make',
  rank: 'tool',
  advice: ['The lines above it in the log say what the command of the rule found wrong.'],
  find(lines, at) {
    const [, file, line, target] =
      /^make(?:\[\d+\])?: \*\*\* \[(?:([^\s:\]]+):(\d+): )?([^\]]+)\] Error \d+$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (target === undefined) return undefined
    return { at, sentence: `The rule ${target} failed`, file, line: Number(line) }
  },
}

export const linuxTools: readonly HeadlineFinder[] = [c, shell, make]
