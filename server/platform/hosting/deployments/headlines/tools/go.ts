import {
  findByPattern,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const compiler: HeadlineFinder = {
  tool: 'Go',
  rank: 'source',
  advice: [
    'go build ./... on your machine shows all errors; mind that generated files are committed.',
  ],
  find(lines, at) {
    const found = findByPattern(
      lines,
      at,
      /^(?:vet: )?(?<file>[^\s:][^:]*\.go):(?<line>\d+):(?:(?<column>\d+):)? (?<sentence>\S.*)$/,
    )
    const [, name] =
      /no required module provides package ([^\s;]+)/.exec(found?.sentence ?? '') ?? []
    if (!found || name === undefined) return found
    return {
      ...found,
      sentence: found.sentence.replace(/; to add it:$/, ''),
      advice: [`Run go get ${name} on your machine, and commit go.mod and go.sum.`],
    }
  },
}

const panic: HeadlineFinder = {
  tool: 'Go',
  rank: 'source',
  advice: ['The goroutine in the log shows how the program came there.'],
  find(lines, at) {
    const [, sentence] = /^(panic: \S.*|fatal error: \S.*)$/.exec(lines[at] ?? '') ?? []
    if (sentence === undefined) return undefined
    const routine = matchAfter(lines, at, 10, /^goroutine \d+ /)
    if (!routine) return undefined
    for (let next = routine.at + 1; next < routine.at + 60; next += 1) {
      const [, file, line] = /^\t(\/\S+\.go):(\d+)(?: \+0x[\da-f]+)?$/.exec(lines[next] ?? '') ?? []
      const isLibrary =
        file !== undefined && /\/(?:pkg\/mod|src\/runtime|go\/src|libexec\/src)\//.test(file)
      if (file !== undefined && !isLibrary) return { at, sentence, file, line: numberIn(line) }
    }
    return { at, sentence }
  },
}

/** What `go:` says that is no error. */
const usual =
  /^(?:downloading|finding|extracting|added|upgraded|downgraded|creating|found|warning|to add|removed|trying|switching)\b/

const modules: HeadlineFinder = {
  tool: 'Go',
  rank: 'tool',
  advice: [
    'Run go mod tidy on your machine, and commit go.mod and go.sum. A private module needs GOPRIVATE and a way to log in.',
  ],
  find(lines, at) {
    const [, sentence] = /^go: (\S.*)$/.exec(lines[at] ?? '') ?? []
    return sentence === undefined || usual.test(sentence) ? undefined : { at, sentence }
  },
}

export const go: readonly HeadlineFinder[] = [compiler, panic, modules]
