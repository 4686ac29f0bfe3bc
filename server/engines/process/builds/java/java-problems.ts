import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const olderJdk: KnownProblem = {
  signs: [
    /error: release version \d+ not supported/,
    /invalid (source|target) release: \d+/,
    /Detected JDK .{1,100} is not in the allowed range/,
    /Cannot find a Java installation on your machine .{0,60}matching/,
    /requires at least JVM runtime version \d+/,
  ],
  advice:
    'The project is written for a newer Java than builds it: set CC_JAVA_VERSION to the one that its build file names (8, 11, 17, 21 or 25).',
}

const newerJdk: KnownProblem = {
  signs: [
    /Unsupported class file major version \d+/,
    /(Source|Target) option \d+ is no longer supported/,
  ],
  advice:
    'The tool or the source is too old for this Java: choose an older one with CC_JAVA_VERSION, or a newer Gradle in gradle/wrapper/gradle-wrapper.properties.',
}

const noArtifact: KnownProblem = {
  signs: [
    /Could not find artifact \S{1,200} in /,
    /^> Could not find [\w.-]{1,100}:[\w.-]{1,100}:/,
    /\(absent\): \S{1,200}/,
    /Non-resolvable parent POM/,
  ],
  advice:
    'A dependency is not in the repositories that are asked: check its group, name and version, and add the repository that has it to <repositories> of pom.xml (or repositories {} of build.gradle).',
}

const noPlugin: KnownProblem = {
  signs: [
    /No plugin found for prefix '[\w-]{1,60}'/,
    /Plugin \S{1,200} or one of its dependencies could not be resolved/,
    /Plugin \[id: '[\w.-]{1,100}'.{0,100}\] was not found/,
  ],
  advice:
    'A plug-in is not found: declare it with a version in pom.xml (or in plugins {} of build.gradle), and correct the name of the goal in MAVEN_DEPLOY_GOAL or clevercloud/maven.json.',
}

const noGoal: KnownProblem = {
  signs: [
    /Unknown lifecycle phase "/,
    /Target "\S{1,100}" does not exist in the project/,
    /^Task '[\w:-]{1,100}' not found in /,
  ],
  advice:
    'The build has no such goal: correct build.goal in the file of the platform (such as clevercloud/jar.json), or the deploy goal.',
}

const noAnswer: KnownProblem = {
  signs: [
    /Could not transfer artifact .{1,300}(refused|timed out|Unknown host|unreachable|handshake|PKIX)/,
    /java\.net\.\w{1,40}Exception: services\.gradle\.org/,
    /Downloading from https:\/\/services\.gradle\.org\/\S{1,100} failed/,
  ],
  advice:
    'A repository does not answer: deploy again later, or tell the operator. The wrapper of Gradle downloads from distributionUrl in gradle/wrapper/gradle-wrapper.properties, which may name a mirror.',
}

const noCredentials: KnownProblem = {
  signs: [
    /Could not transfer artifact .{1,400}\b(401|403)\b/,
    /Received status code 40[13] from server/,
  ],
  advice: `A repository wants credentials: set them as variables of the application, and read them as \${env.NAME} in a settings.xml of the repository, which --settings with its path in .mvn/maven.config names (or System.getenv in build.gradle).`,
}

const brokenProject: KnownProblem = {
  signs: [
    /Non-(parseable|readable) POM /,
    /Malformed POM /,
    /^Could not compile (build|settings) file '/,
  ],
  advice:
    'The build file cannot be read, at the line that is named above: correct it; `mvn validate` (or `./gradlew help`) says the same where you develop.',
}

const noProfile: KnownProblem = {
  signs: [/The requested profiles? ["[].{1,200} could not be activated/],
  advice:
    'A profile that is asked for is not in pom.xml: correct its name in CC_MAVEN_PROFILES, or commit the <profile>.',
}

const unencrypted: KnownProblem = {
  signs: [/maven-default-http-blocker/],
  advice: 'A repository of pom.xml has an address with http://: write https://.',
}

const failedTests: KnownProblem = {
  signs: [/There (are|were) (test )?failures/i, /There were failing tests/],
  advice:
    'Tests fail, of which the lines above say more: correct them, or leave them to your own machine ("build": {"goal": "package -DskipTests"} in the file of the platform, which is what builds by default).',
}

const noJar: KnownProblem = {
  signs: [/^There is no jar (?=\S)/, /^There are several jars/],
  advice:
    'Set CC_JAR_PATH to the jar to start, without a leading slash (a star stands for a version: target/shop-*.jar), or "deploy": {"jarName": …} in clevercloud/jar.json.',
}

const noWar: KnownProblem = {
  signs: [/^There is no war (?=\S)/],
  advice:
    'Name the war that the build makes in "deploy": {"war": [{"file": "target/shop.war"}]} of clevercloud/war.json; <packaging>war</packaging> in pom.xml makes one.',
}

/** Problems of builds by Maven, Gradle and Ant. */
export const javaProblems: readonly KnownProblem[] = [
  olderJdk,
  newerJdk,
  noArtifact,
  noPlugin,
  noGoal,
  noAnswer,
  noCredentials,
  unencrypted,
  brokenProject,
  noProfile,
  failedTests,
  noJar,
  noWar,
]
