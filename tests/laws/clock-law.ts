import { isTest, isTypeScript, type SourceFile } from './source-tree.ts'

/** Code that runs at an operator's or a customer's, whose clock may be set at any time. */
const isWatched = (file: SourceFile) =>
  isTypeScript(file) &&
  !isTest(file) &&
  /^(server|kit|protocol|providers|client|cli|console)\//.test(file.path)

/** Reads the wall clock without a clock that was passed in. */
const directRead = /\bDate\.now\b|\bnew Date\(\)/

/** Current wall time, by a passed clock or directly; those of the monotonic clock have its name. */
const wallTime = String.raw`(?:[\w#$]+(?:\(\))?\??\.)*#?(?:clock|systemClock|Date\.now)\(\)`
const wallName = new RegExp(String.raw`\b(?:const|let) (\w+) = ${wallTime}(?: \/ \d+)?$`, 'gm')

/** Uses of the wall clock that need a permit, each as its line. */
export interface ClockUses {
  reads: string[]
  /** Differences that the current wall time is a part of: durations, by a clock that jumps. */
  differences: string[]
}

export function clockUses({ text }: SourceFile): ClockUses {
  const names = Array.from(text.matchAll(wallName), ([, name]) => name)
  const wall = `(?:${[wallTime, ...names].join('|')})`
  const difference = new RegExp(String.raw`(?<![\w.])${wall} - |[\w)\]] - ${wall}(?![\w(.])`)
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
  return {
    reads: lines.filter((line) => directRead.test(line)),
    differences: lines.filter((line) => difference.test(line)),
  }
}

/** Files that may use the wall clock like this, and why. */
export interface ClockPermits {
  reads: Readonly<Record<string, string>>
  differences: Readonly<Record<string, string>>
}

/** Uses without a permit, and permits without a use. */
export function clockBreaches(files: readonly SourceFile[], permits: ClockPermits): string[] {
  const breaches: string[] = []
  for (const kind of ['reads', 'differences'] as const) {
    const unused = new Set(Object.keys(permits[kind]))
    for (const file of files.filter(isWatched)) {
      const [use] = clockUses(file)[kind]
      if (use === undefined || unused.delete(file.path)) continue
      breaches.push(`${file.path} (${kind}): ${use.trim()}`)
    }
    for (const path of unused) breaches.push(`${path} (${kind}): a permit that is not used`)
  }
  return breaches
}
