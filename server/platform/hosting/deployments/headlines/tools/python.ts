import {
  type Finding,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const frame = /^\s+File "([^"]+)", line (\d+)(?:, in .*)?$/
const raised = /^((?:[a-z_]\w*\.)*[A-Z]\w*)(?:: (.*))?$/
const chained =
  /^(?:The above exception was the direct cause|During handling of the above exception)/
/** Lines of one traceback. */
const maxTrace = 1000

const isOwn = (file: string) =>
  !/\/(?:site|dist)-packages\/|\/lib\/python[\d.]+\/|^<|\/lib\/python\d/.test(file)

/** The exception that ends a traceback, with the innermost place in the application's own code. */
function readTrace(lines: readonly string[], at: number): Finding | undefined {
  let place: Partial<Finding> = {}
  let own: Partial<Finding> = {}
  for (let next = at + 1; next < lines.length && next <= at + maxTrace; next += 1) {
    const line = lines[next] ?? ''
    const [, file, number] = frame.exec(line) ?? []
    if (file !== undefined) {
      place = { file, line: numberIn(number) }
      if (isOwn(file)) own = place
      continue
    }
    if (line === '' || /^\s/.test(line)) continue
    if (!raised.test(line)) return undefined
    const more = matchAfter(lines, next, 3, chained)
    const further = more && matchAfter(lines, more.at, 3, /^Traceback \(most recent call last\):$/)
    // What was raised in answer to it is what nobody has caught.
    const outer = further && readTrace(lines, further.at)
    return outer ?? { at: next, sentence: line, ...(own.file ? own : place) }
  }
  return undefined
}

export const python: HeadlineFinder = {
  tool: 'Python',
  rank: 'source',
  advice: [
    'Start the program on your machine with the same command and variables; the traceback in the log shows how it came there.',
  ],
  find(lines, at) {
    const line = lines[at] ?? ''
    if (line === 'Traceback (most recent call last):') return advised(readTrace(lines, at))
    // The compiler gives no traceback.
    const [, file, number] = /^\s+File "([^"]+)", line (\d+)$/.exec(line) ?? []
    if (file === undefined) return undefined
    const found = matchAfter(lines, at, 4, /^((?:Syntax|Indentation|Tab)Error: .+)$/)
    if (!found) return undefined
    return { at: found.at, sentence: found[1] ?? '', file, line: numberIn(number) }
  },
}

function advised(found: Finding | undefined): Finding | undefined {
  const [, name] =
    /^ModuleNotFoundError: No module named '([^'.]+)/.exec(found?.sentence ?? '') ?? []
  if (!found || name === undefined) return found
  return {
    ...found,
    advice: [
      `Add the package that has ${name} to requirements.txt or pyproject.toml, and commit it; its name may differ from that of the module. If ${name} is a folder of the repository, mind CC_PYTHON_MODULE and the folder that the application starts in.`,
    ],
  }
}
