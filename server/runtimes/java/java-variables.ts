import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { MemoryOption } from '#platform/model/hosting/recipe/recipe.ts'
import { boolean, line, type PlatformVariable, version } from '#runtimes/variable.ts'

/** The variables that every application on the JVM has. */
export const javaVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_JAVA_VERSION',
    kind: version,
    meaning: 'The line of Java: 8, 11, 17, 21 or 25; by default what the framework wants.',
  },
  {
    name: 'JAVA_OPTS',
    kind: line,
    meaning: 'Options for the JVM of the application; a heap size in them wins over ours.',
  },
  {
    name: 'JAVA_TOOL_OPTIONS',
    kind: line,
    meaning:
      'Options that every JVM reads, such as -javaagent for monitoring; builds leave agents out.',
  },
]

/** Further variables of applications whose start is a command of the platform. */
export const javaStartVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_EXTRA_JAVA_ARGS',
    kind: line,
    meaning: 'Further options for the JVM of the application, after those of JAVA_OPTS.',
  },
  {
    name: 'CC_DISABLE_MAX_METASPACE',
    kind: boolean,
    meaning: 'The JVM of the application gets no limit for its metaspace.',
  },
]

/** Three quarters of an instance for the heap; the rest is for code, threads and buffers. */
export const heapOption: MemoryOption = {
  variable: 'JAVA_OPTS',
  option: '-XX:MaxHeapSize',
  unit: 'm',
  synonyms: ['-Xmx'],
  share: 0.75,
}

/** A leak of classes ends with a message of the JVM instead of the kernel's end of the instance. */
const metaspaceOption: MemoryOption = {
  variable: 'JAVA_OPTS',
  option: '-XX:MaxMetaspaceSize',
  unit: 'm',
  share: 0.25,
  // What a small Play application takes, with room to spare.
  minimum: 160,
}

/** Limits of the JVM of an application by the size of its instance. */
export const jvmMemory = (environment: Environment): MemoryOption[] => [
  heapOption,
  ...(isOn(environment, 'CC_DISABLE_MAX_METASPACE') ? [] : [metaspaceOption]),
]

/** Limit of a JVM that builds, whose options are in this variable; the rest is for class loaders and what it starts. */
export const buildHeap = (variable: string): MemoryOption => ({
  variable,
  option: '-XX:MaxHeapSize',
  unit: 'm',
  synonyms: ['-Xmx'],
  share: 0.6,
})
