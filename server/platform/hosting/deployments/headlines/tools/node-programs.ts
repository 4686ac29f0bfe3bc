import {
  type Finding,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

/** A line of a stack trace of V8 or JavaScriptCore, with its place; code of Node itself has none that helps. */
const frame = /^\s+at (?:.* \()?((?:file:\/\/)?\/[^\s()]+?):(\d+):(\d+)\)?$/
const anyFrame = /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\)?)(?: \{)?$/
const thrown =
  /^(?:Uncaught )?(?:error: Uncaught (?:\(in promise\) )?)?((?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?: \S.*)$/
/** Lines between an error and its stack: those that it requires, or more of its message. */
const maxMessage = 12
const maxFrames = 30

const isOwn = (file: string) => !file.includes('/node_modules/')

const placeOfFrames = (lines: readonly string[], at: number): Partial<Finding> => {
  for (let next = at; next < at + maxFrames; next += 1) {
    const [, file, line, column] = frame.exec(lines[next] ?? '') ?? []
    if (file !== undefined && isOwn(file)) {
      return { file, line: numberIn(line), column: numberIn(column) }
    }
    if (!anyFrame.test(lines[next] ?? '')) return {}
  }
  return {}
}

/** Node prints the place of a syntax error, or of a throw, some lines before. */
function placeBefore(lines: readonly string[], at: number): Partial<Finding> {
  for (let before = at - 1; before >= 0 && before >= at - 6; before -= 1) {
    const [, file, line] = /^((?:file:\/\/)?\/[^\s:]+):(\d+)$/.exec(lines[before] ?? '') ?? []
    if (file !== undefined && isOwn(file)) return { file, line: numberIn(line) }
  }
  return {}
}

const node: HeadlineFinder = {
  tool: 'Node.js',
  rank: 'source',
  advice: [
    'Start the program on your machine with the same command and variables; the stack in the log shows how it came there.',
  ],
  find(lines, at) {
    const [, sentence] = thrown.exec(lines[at] ?? '') ?? []
    if (sentence === undefined) return undefined
    const stack = matchAfter(lines, at, maxMessage, anyFrame)
    if (!stack) return undefined
    const before = placeBefore(lines, at)
    const required =
      / imported from (\/[^\s:]+)$/.exec(sentence) ?? matchAfter(lines, at, 3, /^- (\/[^\s:]+)$/)
    const place = {
      ...(required && { file: required[1] }),
      ...placeOfFrames(lines, stack.at),
      ...before,
    }
    return { at, sentence, ...place, advice: adviceOn(sentence) }
  },
}

function adviceOn(sentence: string): readonly string[] | undefined {
  const [, name] = /Cannot find (?:module|package) '([^']+)'/.exec(sentence) ?? []
  if (name === undefined) return undefined
  if (/^[./]/.test(name)) {
    return [
      'The file is not there: is it committed, made by a build that has not run, or written in other upper and lower case?',
    ]
  }
  return [
    `Add ${name} to "dependencies" of package.json (npm install ${name}) and commit it with the lock file; what is in "devDependencies" may be left out where the application runs.`,
  ]
}

/** Bun, and Deno, say `error:` first. */
const bun: HeadlineFinder = {
  tool: 'Bun',
  rank: 'source',
  advice: node.advice,
  find(lines, at) {
    const [, sentence] = /^error: (\S.*)$/.exec(lines[at] ?? '') ?? []
    if (sentence === undefined) return undefined
    const [, importer] = / from '(\/[^']+)'$/.exec(sentence) ?? []
    if (importer !== undefined) return { at, sentence, file: importer, advice: adviceOn(sentence) }
    const place = matchAfter(lines, at, 1, frame)
    if (!place) return undefined
    return { at, sentence, file: place[1], line: numberIn(place[2]), column: numberIn(place[3]) }
  },
}

export const nodePrograms: readonly HeadlineFinder[] = [node, bun]
