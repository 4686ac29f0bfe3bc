import { javaStartVariables, javaVariables } from '#runtimes/java/java-variables.ts'
import { maxGoalLength } from '#runtimes/java/platform-json.ts'
import { type Kind, line, type PlatformVariable, path } from '#runtimes/variable.ts'

const programName: Kind = {
  words: 'it must be the name of a file in target/universal/stage/bin',
  accepts: (text) =>
    text.length <= 255 && !/[\x00-\x1f\x7f/]/.test(text) && text !== '.' && text !== '..',
}

const goal: Kind = {
  words: `it must be sbt tasks and options on one line of at most ${maxGoalLength} characters, such as -Dconfig.resource=prod.conf stage`,
  accepts: (text) => line.accepts(text) && text.length <= maxGoalLength,
}

/** Variables of applications that sbt builds, besides those of every application. */
export const sbtVariables: readonly PlatformVariable[] = [
  {
    name: 'SBT_DEPLOY_GOAL',
    kind: goal,
    meaning:
      'Tasks for sbt, stage by default, and options (words that begin with -), which the start gets as well; deploy.goal in the file sbt.json also says it.',
  },
  {
    name: 'CC_SBT_TARGET_DIR',
    kind: path,
    meaning: 'The folder that contains target, such as the module to run; . by default.',
  },
  {
    name: 'CC_SBT_TARGET_BIN',
    kind: programName,
    meaning: 'The file of target/universal/stage/bin to start; the first one by default.',
  },
  {
    name: 'SBT_OPTS',
    kind: line,
    meaning: 'Options for the JVM of sbt; a heap size in them wins over ours.',
  },
  ...javaStartVariables,
  ...javaVariables,
]
