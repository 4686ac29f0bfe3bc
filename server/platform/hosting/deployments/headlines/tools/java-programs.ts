import {
  type Finding,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const thrown =
  /^(?:Exception in thread "[^"]*" )?((?:[a-z_]\w*\.)+[A-Z][\w$]*(?:Exception|Error)(?:: .*)?)$/
const frame = /^\s+at ([\w.$/@-]+)\.[\w$<>]+\(([\w$-]+\.(?:java|scala|kt|groovy)):(\d+)\)/
const anyFrame = /^\s+(?:at \S|\.\.\. \d+ (?:more|common))/
/** Libraries, whose places do not help. */
const library =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|scala|play|akka|org\.apache|org\.springframework|io\.netty|com\.google|com\.typesafe|org\.hibernate|com\.zaxxer|org\.postgresql|com\.mysql|app\/\/java|java\.base\/java)\b/
const maxStack = 500

/** The cause at the bottom of a stack trace, with the first place in the application's own code. */
function readStack(lines: readonly string[], at: number, sentence: string): Finding {
  let found: Finding = { at, sentence }
  const end = Math.min(lines.length, at + maxStack)
  for (let next = at + 1; next < end; next += 1) {
    const line = lines[next] ?? ''
    const [, cause] = /^Caused by: (\S.*)$/.exec(line) ?? []
    if (cause !== undefined) found = { at: next, sentence: cause }
    else if (!anyFrame.test(line)) break
    const [, where = '', file, number] = frame.exec(line) ?? []
    if (file !== undefined && found.file === undefined && !library.test(where)) {
      found = { ...found, file, line: numberIn(number) }
    }
  }
  return found
}

const jvm: HeadlineFinder = {
  tool: 'Java',
  rank: 'source',
  advice: ['The stack trace in the log shows how the program came there.'],
  find(lines, at) {
    const [, sentence] = thrown.exec(lines[at] ?? '') ?? []
    if (sentence === undefined || !matchAfter(lines, at, 2, anyFrame)) return undefined
    return readStack(lines, at, sentence)
  },
}

/** Spring explains failures that it knows. */
const spring: HeadlineFinder = {
  tool: 'Spring Boot',
  rank: 'source',
  advice: jvm.advice,
  find(lines, at) {
    if (lines[at] !== 'APPLICATION FAILED TO START') return undefined
    const title = matchAfter(lines, at, 4, /^Description:$/)
    const said = title && matchAfter(lines, title.at, 3, /^(\S.*)$/)
    if (!said) return undefined
    const action = matchAfter(lines, said.at, 12, /^Action:$/)
    const todo = action && matchAfter(lines, action.at, 3, /^(\S.*)$/)
    return { at: said.at, sentence: said[1] ?? '', advice: todo?.[1] ? [todo[1]] : undefined }
  },
}

const play: HeadlineFinder = {
  tool: 'Play',
  rank: 'source',
  advice: [
    'The configuration is in conf/application.conf; what differs between machines belongs into variables.',
  ],
  find(lines, at) {
    const [, sentence] = /Configuration error\[(\S[^\]]*)\]/.exec(lines[at] ?? '') ?? []
    return sentence === undefined ? undefined : { at, sentence }
  },
}

/** Before the exception that carries its message, which is less than it says. */
export const javaPrograms: readonly HeadlineFinder[] = [play, spring, jvm]
