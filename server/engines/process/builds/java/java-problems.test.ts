import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviser } from '#engines/process/builds/advice.ts'

for (const [line, expected] of [
  [
    '[ERROR] Fatal error compiling: error: release version 25 not supported -> [Help 1]',
    /CC_JAVA_VERSION/,
  ],
  ['BUG! exception: Unsupported class file major version 69', /too old for this Java.*wrapper/],
  [
    '[ERROR] \tCould not find artifact org.example:none:jar:1.0 in central (https://x)',
    /name and version/,
  ],
  ['> Could not find org.example:none:1.0.', /name and version/],
  [
    "[ERROR] No plugin found for prefix 'sprig-boot' in the current project",
    /correct the name of the goal/,
  ],
  [
    '[ERROR] Unknown lifecycle phase "pakage". You must specify a valid lifecycle phase',
    /build\.goal/,
  ],
  ['Target "dist" does not exist in the project "hello".', /build\.goal/],
  [
    '[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://x): Connection refused',
    /does not answer/,
  ],
  [
    'Exception in thread "main" java.net.UnknownHostException: services.gradle.org',
    /distributionUrl/,
  ],
  ['[ERROR] x from/to maven-default-http-blocker (http://0.0.0.0/): Blocked mirror', /write https/],
  ['[ERROR] There are test failures.', /-DskipTests/],
  [
    '[ERROR] Rule 0: RequireJavaVersion failed: Detected JDK /opt/java is version 21.0.13 which is not in the allowed range [25,).',
    /newer Java.*CC_JAVA_VERSION/,
  ],
  [
    '   > Cannot find a Java installation on your machine (Linux amd64) matching: {languageVersion=25}. Toolchain download repositories have not been configured.',
    /newer Java.*CC_JAVA_VERSION/,
  ],
  [
    '[ERROR] Could not transfer artifact a:b:pom:1 from/to own (https://x): status code: 401, reason phrase: Unauthorized (401)',
    /settings\.xml.*--settings/,
  ],
  ['[FATAL] Non-parseable POM /home/app/app_1/pom.xml: end tag', /mvn validate/],
  ["Could not compile build file '/home/app/app_1/build.gradle'.", /gradlew help/],
  [
    '[WARNING] The requested profile "prod" could not be activated because it does not exist.',
    /CC_MAVEN_PROFILES/,
  ],
  ['There is no jar target/shop.jar.', /CC_JAR_PATH/],
  ['There are several jars, and CC_JAR_PATH does not say which one to start:', /jarName/],
  ['There is no war target/shop.war.', /war\.json/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of Java is explained`, () => {
    const { hear, advice } = adviser({ isInstall: false, environment: {} })
    hear(line)
    assert.match(advice({ code: 1 }).join('\n'), expected)
  })
}

test('build advice: the first errors of compilers are told by file and line', () => {
  for (const line of [
    '[ERROR] /home/app/app_1/src/main/java/A.java:[5,3] cannot find symbol',
    '    [javac] /home/app/app_1/src/main/java/A.java:5: error: cannot find symbol',
    '/home/app/app_1/src/main/java/A.java:5: error: cannot find symbol',
    'e: file:///home/app/app_1/src/main/java/A.kt:5:3 cannot find symbol',
  ]) {
    const { hear, advice } = adviser({ isInstall: false, environment: {} })
    hear('/home/app/app_1/src/B.java:1: warning: [deprecation] old')
    hear(line)
    hear(line)
    const [title, first, ...others] = advice({ code: 1 })
    assert.equal(title, 'The first errors:')
    assert.match(first ?? '', /^ {2}src\/main\/java\/A\.(java|kt):5: cannot find symbol$/)
    assert.ok(!others.some((each) => each.includes('A.java')))
  }
})
