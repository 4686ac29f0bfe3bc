import type { KnownProblem } from '#engines/process/builds/known-problem.ts'
import { buildOutOfMemory } from '#platform/model/hosting/instances/exit-advice.ts'

const noPlugin: KnownProblem = {
  signs: [
    // Ivy: group, name and version. Coursier: the same with colons and attributes of sbt.
    /^\[(error|warn)\].{0,80}\b[\w.-]{1,80}#[\w.-]{0,40}sbt-[\w.-]{1,60};[^:]{0,80}: not found/,
    /^\[error\].{0,80}Error downloading [\w.-]{1,100}:[\w.-]{1,100};sbtVersion=/,
    /^\[error\].{0,80}Error downloading [\w.-]{1,100}:[\w.-]{0,40}sbt-[\w.-]{1,60}:/,
    /^\[error\].{0,80}Error downloading [\w.-]{1,100}:[\w.-]{1,100}_2\.1\d_\d\.\d{1,2}:/,
  ],
  advice:
    'sbt does not find a plugin. Declare a version that exists in project/plugins.sbt, such as addSbtPlugin("com.typesafe.play" % "sbt-plugin" % "<version>"), or give it by {"deploy": {"goal": "-Dplay.version=<version>"}} in clevercloud/sbt.json. Play before 2.9 needs a repository that the operator adds.',
}

const noLibrary: KnownProblem = {
  signs: [
    /^\[error\].{0,80}Error downloading (?!.{0,200}(sbtVersion=|:sbt-|-sbt-|_2\.1\d_\d))/,
    /^\[(error|warn)\].{0,80}unresolved dependency: (?!.{0,200}sbt-)/,
  ],
  advice:
    'sbt does not find a library: check its name and version in build.sbt, and that it is in Maven Central or in a repository that the operator adds.',
}

const noAnswer: KnownProblem = {
  signs: [
    /download error: Caught java\.net\.(UnknownHost|Connect|HttpConnectTimeout|NoRouteToHost|SocketTimeout)Exception/,
    /^\[error\].{0,80}(Server access Error|download error: Caught javax\.net\.ssl)/,
  ],
  advice: 'A Maven repository does not answer: deploy again later, or tell the operator.',
}

const noStage: KnownProblem = {
  signs: [/^\[error\] Not a valid (command|key|project ID): [\w-]*\/?stage\b/],
  advice:
    'The project has no task stage: add addSbtPlugin("com.github.sbt" % "sbt-native-packager" % "1.10.4") to project/plugins.sbt and enablePlugins(JavaAppPackaging) to build.sbt, or name a module or another task in SBT_DEPLOY_GOAL.',
}

const noMemory: KnownProblem = {
  signs: [
    /java\.lang\.OutOfMemoryError/,
    /There is insufficient memory for the Java Runtime Environment/,
  ],
  advice: buildOutOfMemory,
}

const littleMemory: KnownProblem = {
  signs: [/^\[warn\] In the last \d+ seconds, [\d.]+ \([789]\d\.\d%\) were spent in GC/],
  advice: `sbt spent most of its time looking for free memory. ${buildOutOfMemory}`,
}

const olderJava: KnownProblem = {
  signs: [/UnsupportedClassVersionError/, /class file has wrong version \d+\.\d+, should be/],
  advice: 'Something was compiled for a newer Java: choose one with CC_JAVA_VERSION.',
}

const newerJava: KnownProblem = {
  signs: [
    /class file '?\/?modules\/java\.base\S* is broken/,
    /bad constant pool index: \d+ at pos/,
    /error while loading \w+, class file .{0,120}is broken/,
    /UnsupportedOperationException: The Security Manager/,
  ],
  advice:
    'This sbt or Scala is too old for this Java: choose an older one with CC_JAVA_VERSION (8, 11), or write a newer sbt.version in project/build.properties.',
}

export const sbtProblems: readonly KnownProblem[] = [
  noPlugin,
  noLibrary,
  noAnswer,
  noStage,
  noMemory,
  littleMemory,
  olderJava,
  newerJava,
]

const maxErrors = 6
const maxErrorLength = 300
const mark = '[error] '
/** Lines that repeat or frame an error, without blanks at their end. Two runs of blanks in it would take quadratic time. */
const noise = /^(\s*at |stack trace is suppressed|Total time|Use 'last'|\(.{0,80}\) |\s*\^?$)/

/** Collects the first errors that sbt prints, which a long log buries. */
export interface ErrorLines {
  hear(line: string): void
  /** Lines for the owner; empty when there was no error. */
  lines(): string[]
}

export function collectErrors(): ErrorLines {
  const errors = new Set<string>()
  return {
    hear(line) {
      if (errors.size >= maxErrors || !line.startsWith(mark)) return
      const text = line.slice(mark.length, mark.length + maxErrorLength).trimEnd()
      if (!noise.test(text)) errors.add(text)
    },
    lines: () =>
      errors.size === 0 ? [] : ['The first errors:', ...[...errors].map((text) => `  ${text}`)],
  }
}
