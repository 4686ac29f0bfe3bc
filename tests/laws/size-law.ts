import { isTest, isTypeScript, type SourceFile } from '#tests/laws/source-tree.ts'

const maxFileLength = 300
const maxMedian = 60

export interface SizeReport {
  median: number
  p90: number
  /** The ten longest files, longest first, as `123 path`. */
  longest: string[]
  breaches: string[]
}

/** How long our files are; tests may be as long as they need. */
export function measureSizes(files: SourceFile[]): SizeReport {
  const sizes = files
    .filter((file) => isTypeScript(file) && !isTest(file))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .sort((one, other) => other.lines - one.lines)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0
  const median = at(0.5)
  const shown = sizes.map(({ path, lines }) => `${lines} ${path}`)
  const tooLong = shown.filter((_, rank) => (sizes[rank]?.lines ?? 0) > maxFileLength)
  return {
    median,
    p90: at(0.1),
    longest: shown.slice(0, 10),
    breaches: [
      ...tooLong.map((file) => `${file} has more than ${maxFileLength} lines`),
      ...(median > maxMedian ? [`the median is ${median}, above ${maxMedian}`] : []),
    ],
  }
}
