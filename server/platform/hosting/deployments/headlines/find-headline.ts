import { plainText } from '#kit/terminal-text.ts'
import { cleanLine } from '#platform/model/hosting/commits/commit-summary.ts'
import type { Finding, HeadlineFinder } from './headline-finder.ts'
import { bundlers } from './tools/bundlers.ts'
import { dockerfiles } from './tools/dockerfiles.ts'
import { go } from './tools/go.ts'
import { javaBuilds } from './tools/java-builds.ts'
import { javaPrograms } from './tools/java-programs.ts'
import { linuxTools } from './tools/linux-tools.ts'
import { nodePackages } from './tools/node-packages.ts'
import { nodePrograms } from './tools/node-programs.ts'
import { php } from './tools/php.ts'
import { python } from './tools/python.ts'
import { pythonPackages } from './tools/python-packages.ts'
import { ruby } from './tools/ruby.ts'
import { rust } from './tools/rust.ts'
import { scala } from './tools/scala.ts'
import { typescript } from './tools/typescript.ts'

const finders: readonly HeadlineFinder[] = [
  typescript,
  ...scala,
  ...javaBuilds,
  ...go,
  ...rust,
  ...php,
  ...ruby,
  python,
  ...javaPrograms,
  ...bundlers,
  ...nodePrograms,
  ...nodePackages,
  ...pythonPackages,
  dockerfiles,
  ...linuxTools,
]

/** What a log says about a failure. */
export interface FoundHeadline extends Finding {
  tool: string
  advice: readonly string[]
}

/** Programs write lines of any length; what they say of an error is at the beginning. */
const maxLine = 1000
/** Colours take more characters than what they colour. */
const readFactor = 4
const maxSentence = 300
const maxFile = 300
/** Larger numbers are none of a place in a file. */
const maxNumber = 10_000_000

/** The first real error of a log: that of a compiler or a program, or else that of a build tool. */
export function findHeadline(log: readonly string[]): FoundHeadline | undefined {
  const lines = log.map((line) => plainText(line.slice(0, readFactor * maxLine)).slice(0, maxLine))
  let fallback: FoundHeadline | undefined
  for (let at = 0; at < lines.length; at += 1) {
    for (const finder of finders) {
      if (fallback && finder.rank === 'tool') continue
      const found = finder.find(lines, at)
      if (!found || found.sentence.trim() === '') continue
      const headline = bounded(found, finder)
      if (finder.rank === 'source') return headline
      fallback = headline
    }
  }
  return fallback
}

function bounded(
  { at, sentence, file, line, column, advice }: Finding,
  { tool, advice: usual }: HeadlineFinder,
): FoundHeadline {
  const path = file === undefined ? '' : cleanLine(sourcePath(file), maxFile)
  const hasLine = path !== '' && line !== undefined && line > 0 && line < maxNumber
  return {
    at,
    tool,
    sentence: cleanLine(sentence, maxSentence),
    file: path || undefined,
    line: hasLine ? line : undefined,
    column: hasLine && column !== undefined && column < maxNumber ? column : undefined,
    advice: advice ?? usual,
  }
}

/** Where the source lies inside of builds and instances. */
const roots = /^(?:\/home\/app\/[^/]+\/|\/app\/|\.\/)/

/** A file as the repository has it. */
const sourcePath = (file: string): string => file.replace(/^file:\/\//, '').replace(roots, '')
