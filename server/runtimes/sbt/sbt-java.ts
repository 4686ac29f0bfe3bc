import {
  chooseJava,
  type JavaCatalogue,
  type JavaChoice,
  javaLines,
} from '#runtimes/java/java-version.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { isBelow, lineText, type PlayLine } from './play-version.ts'

/** The oldest sbt that runs on a line of Java, whose class files its compiler has to read. */
const oldestSbt: Readonly<Record<string, string>> = {
  '8': '0.13.0',
  '11': '1.1.0',
  '17': '1.5.5',
  '21': '1.9.0',
  '25': '1.12.0',
}

const usual = '17'

/** The JDK of `CC_JAVA_VERSION` or `mise.toml`, else what the line of Play wants, else the newest up to 17 on which the sbt runs. */
export function chooseSbtJava(
  order: Pick<PlanOrder, 'environment' | 'given'>,
  catalogue: JavaCatalogue,
  { sbt, play }: { sbt: string; play: PlayLine | undefined },
): JavaChoice & { warnings: string[] } {
  const java = chooseJava(
    order,
    catalogue,
    play ? javaOfPlay(play) : javaOfSbt(sbt, javaLines(catalogue)),
  )
  const { version } = java.tool
  return { ...java, warnings: [...sbtWarnings(sbt, version), ...playWarnings(play, version)] }
}

const javaOfPlay = (play: PlayLine) => ({
  line: isBelow(play, 2, 9) ? '8' : usual,
  why: `what Play ${lineText(play)} runs on`,
})

function javaOfSbt(sbt: string, lines: readonly string[]): { line: string; why: string } {
  if (runsOn(sbt, usual)) return { line: usual, why: 'the default' }
  const line = lines.findLast((each) => Number(each) < Number(usual) && runsOn(sbt, each))
  return { line: line ?? '8', why: `sbt ${sbt} does not run on ${usual}` }
}

function sbtWarnings(sbt: string, java: string): string[] {
  if (compareVersions(sbt, '0.13.0') < 0) {
    return [`sbt ${sbt} is older than any that works here: write 0.13.18 or newer.`]
  }
  if (compareVersions(sbt, '2.0.0') >= 0 && Number(java) < 17) {
    return [`sbt ${sbt} needs Java 17 or newer: the build can fail with Java ${java}.`]
  }
  if (runsOn(sbt, java)) return []
  return [
    `sbt ${sbt} is too old for Java ${java}, on which ${oldestSbt[java]} and newer run: write a newer sbt.version, or choose an older Java with CC_JAVA_VERSION.`,
  ]
}

function playWarnings(play: PlayLine | undefined, java: string): string[] {
  if (!play) return []
  const [from, to] = isBelow(play, 2, 6) ? [8, 8] : isBelow(play, 2, 9) ? [8, 17] : [11, 25]
  if (Number(java) >= from && Number(java) <= to) return []
  const range = from === to ? `Java ${from}` : `Java ${from} to ${to}`
  return [
    `Play ${lineText(play)} runs on ${range}: with Java ${java} it can fail. Set CC_JAVA_VERSION.`,
  ]
}

const runsOn = (sbt: string, java: string) => compareVersions(sbt, oldestSbt[java] ?? '0') >= 0

/** Compares the numbers of two versions; what follows a hyphen does not count. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number)
  const [left, right] = [numbers(one), numbers(other)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
