import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../../', import.meta.url).pathname

/** A code block on a page of the documentation. */
export interface GuideBlock {
  /** Line number of its first command. */
  line: number
  code: string
  /** `sh` blocks are run, in the background if a comment before them says so; others, and those that say why not, are illustrations. */
  kind: 'run' | 'background' | 'picture'
  /** Text of the heading above it. */
  heading: string
  /** Why it is not run, from a comment `<!-- not run: … -->` before it. */
  notRun: string | undefined
}

const fence = /^[ ]*```(\w*)$/

interface OpenBlock {
  language: string
  line: number
  code: string[]
  /** The line before it. */
  comment: string
  heading: string
}

/** Blocks of a page, in order. */
export function blocksOf(file: string): GuideBlock[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const blocks: GuideBlock[] = []
  let open: OpenBlock | undefined
  let heading = ''
  for (const [index, line] of lines.entries()) {
    const [isFence, language = ''] = fence.exec(line) ?? []
    if (isFence === undefined) {
      if (open) open.code.push(line)
      else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
    } else if (open === undefined) {
      open = { language, line: index + 2, code: [], comment: lines[index - 1] ?? '', heading }
    } else {
      blocks.push(toBlock(open))
      open = undefined
    }
  }
  return blocks
}

function toBlock({ language, line, code, comment, heading }: OpenBlock) {
  const notRun = /^<!-- not run: (.+) -->$/.exec(comment)?.[1]
  const isTyped = language === 'sh' && notRun === undefined
  const isBackground = comment === '<!-- background -->'
  return {
    line,
    code: code.join('\n'),
    heading,
    kind: isTyped ? (isBackground ? 'background' : 'run') : 'picture',
    notRun,
  } satisfies GuideBlock
}

/** One script of all blocks of a page; the last "line" it prints is where it stopped. */
export const scriptOf = (blocks: readonly Pick<GuideBlock, 'line' | 'code' | 'kind'>[]): string =>
  [
    'set -euo pipefail',
    "trap 'for job in $(jobs -p); do kill $job 2>/dev/null || true; done' EXIT",
    ...blocks
      .filter(({ kind }) => kind !== 'picture')
      .flatMap(({ line, code, kind }) => [
        `echo "@line ${line}"`,
        kind === 'background' ? `${code} > background.log 2>&1 &` : code,
      ]),
    'echo "@end"',
  ].join('\n')
