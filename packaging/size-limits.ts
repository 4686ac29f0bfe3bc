import { basename } from 'node:path'

/** A file that people download. */
export interface Artifact {
  file: string
  kind: 'release' | 'image' | 'cli'
  bytes: number
  isCompressed: boolean
  /** Room on disk once it is installed. */
  installed?: number
}

const megabyte = 1024 * 1024
const limits: Record<Artifact['kind'], { bytes: number; installed: number }> = {
  release: { bytes: 70 * megabyte, installed: 220 * megabyte },
  image: { bytes: 160 * megabyte, installed: Number.POSITIVE_INFINITY },
  cli: { bytes: 3 * megabyte, installed: Number.POSITIVE_INFINITY },
}

/** Throws with a sentence for each artifact that is larger than people were promised. */
export function checkSizes(artifacts: readonly Artifact[]): void {
  const problems = artifacts.flatMap(({ file, kind, bytes, isCompressed, installed = 0 }) => [
    ...(isCompressed ? excess(`${basename(file)} has`, bytes, limits[kind].bytes) : []),
    ...excess(`${basename(file)} installs`, installed, limits[kind].installed),
  ])
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

const excess = (subject: string, bytes: number, limit: number): string[] =>
  bytes <= limit
    ? []
    : [`${subject} ${(bytes / megabyte).toFixed(1)} MB, more than ${limit / megabyte}`]
