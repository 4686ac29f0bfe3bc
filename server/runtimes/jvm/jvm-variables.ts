import { javaStartVariables, javaVariables } from '#runtimes/java/java-variables.ts'
import { maxGoalLength } from '#runtimes/java/platform-json.ts'
import { type Kind, line, type PlatformVariable } from '#runtimes/variable.ts'

export type JvmType = 'jar' | 'maven' | 'gradle' | 'war'

const goal = (example: string): Kind => ({
  words: `it must be words for the tool on one line of at most ${maxGoalLength} characters, such as ${example}`,
  accepts: (text) => line.accepts(text) && text.length <= maxGoalLength,
})

/** Below the folder of the application, and nothing that a shell would take for more than a name and stars. */
export const filePath: Kind = {
  words: 'it must be a path in the repository without a leading slash, such as target/shop.jar',
  accepts: (text) =>
    /^[^\x00-\x1f\x7f-\x9f\u2028\u2029/"'`$\\<>&|;][^\x00-\x1f\x7f-\x9f\u2028\u2029"'`$\\<>&|;]{0,499}$/.test(
      text,
    ) && !text.split('/').includes('..'),
}

const profiles: Kind = {
  words: 'it must be names of profiles with commas between them, such as prod,metrics',
  accepts: (text) => /^[\w!+?.-]{1,100}(, ?[\w!+?.-]{1,100}){0,20}$/.test(text),
}

const mavenProfiles: PlatformVariable = {
  name: 'CC_MAVEN_PROFILES',
  kind: profiles,
  meaning: 'The profiles of Maven, with commas between them.',
}

const ofJar: readonly PlatformVariable[] = [
  {
    name: 'CC_JAR_PATH',
    kind: filePath,
    meaning:
      'The jar to start, such as target/shop.jar or target/shop-*.jar; by default the only one that the build has made.',
  },
  {
    name: 'CC_JAR_ARGS',
    kind: line,
    meaning: 'Arguments of the application, after the jar.',
  },
]

const ownVariables: Readonly<Record<JvmType, readonly PlatformVariable[]>> = {
  jar: [...ofJar, mavenProfiles],
  maven: [
    {
      name: 'MAVEN_DEPLOY_GOAL',
      kind: goal('spring-boot:run'),
      meaning:
        'Goals of Maven that run the application, such as spring-boot:run; without any, the jar that the build has made is started.',
    },
    ...ofJar,
    mavenProfiles,
    {
      name: 'MAVEN_OPTS',
      kind: line,
      meaning: 'Options for the JVM of Maven; a heap size in them wins over ours.',
    },
  ],
  gradle: [
    {
      name: 'GRADLE_DEPLOY_GOAL',
      kind: goal('bootRun'),
      meaning:
        'Tasks of Gradle that run the application, such as bootRun; without any, the jar that the build has made is started.',
    },
    ...ofJar,
    {
      name: 'GRADLE_OPTS',
      kind: line,
      meaning: 'Options for the JVM of Gradle; a heap size in them wins over ours.',
    },
  ],
  war: [mavenProfiles],
}

/** Variables of a type, besides those of every application. */
export const jvmVariables = (type: JvmType): readonly PlatformVariable[] => [
  ...ownVariables[type],
  ...javaStartVariables,
  ...javaVariables,
]
