import {
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const interpreter: HeadlineFinder = {
  tool: 'Ruby',
  rank: 'source',
  advice: ['The lines below it in the log show how the program came there.'],
  find(lines, at) {
    const line = lines[at] ?? ''
    const [, file, number, said, kind] =
      /^([^\s:][^:]*):(\d+):in ['`][^']*': (\S.*) \(([A-Z]\w*(?:::\w+)*)\)$/.exec(line) ?? []
    if (file !== undefined) {
      return { at, sentence: `${kind}: ${said}`, ...ownPlace(lines, at, file, Number(number)) }
    }
    const [, where, row, syntax] =
      /^([^\s:][^:]*\.(?:rb|ru|rake)):(\d+): (syntax errors? .*|syntax error, .*)$/.exec(line) ?? []
    if (where !== undefined) return { at, sentence: syntax ?? '', file: where, line: numberIn(row) }
    return undefined
  },
}

/** The first place outside of the gems. */
function ownPlace(lines: readonly string[], at: number, file: string, line: number) {
  const isOwn = (path: string) => !/\/gems\/|\/lib\/ruby\/|^<internal/.test(path)
  if (isOwn(file)) return { file, line }
  for (let next = at + 1; next < at + 60; next += 1) {
    const [, other, row] =
      /^\s+(?:\d+: )?from ([^\s:][^:]*):(\d+):in /.exec(lines[next] ?? '') ?? []
    if (other === undefined) break
    if (isOwn(other)) return { file: other, line: numberIn(row) }
  }
  return { file, line }
}

/** Tasks print the exception, and the place below it. */
const rake: HeadlineFinder = {
  tool: 'Rake',
  rank: 'source',
  advice: interpreter.advice,
  find(lines, at) {
    if (!/^(?:\S*\/)?(?:rake|rails) aborted!$/.test(lines[at] ?? '')) return undefined
    const said = matchAfter(lines, at, 2, /^(\S.*)$/)
    if (!said) return undefined
    const place = matchAfter(lines, said.at, 20, /^(\/(?!.*\/gems\/)[^\s:]+):(\d+):in /)
    return { at: said.at, sentence: said[1] ?? '', file: place?.[1], line: numberIn(place?.[2]) }
  },
}

const bundler: HeadlineFinder = {
  tool: 'Bundler',
  rank: 'tool',
  advice: ['Run bundle install on your machine, and commit Gemfile and Gemfile.lock.'],
  find(lines, at) {
    const [, sentence] =
      /^(Could not find (?:gem |compatible versions|\S+ in (?:any|locally)).*|Bundler could not find compatible versions.*|Your bundle only supports platforms .*|Your Ruby version is .*|An error occurred while installing .*|The dependencies in your gemfile changed.*|You are trying to install in deployment mode.*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (sentence === undefined) return undefined
    if (sentence.startsWith('Your bundle only supports')) {
      return {
        at,
        sentence,
        advice: [
          'Run bundle lock --add-platform x86_64-linux on your machine, and commit Gemfile.lock.',
        ],
      }
    }
    if (sentence.startsWith('Your Ruby version')) {
      return {
        at,
        sentence,
        advice: ['Name the version of Ruby in the Gemfile or in .ruby-version.'],
      }
    }
    return { at, sentence }
  },
}

export const ruby: readonly HeadlineFinder[] = [interpreter, rake, bundler]
