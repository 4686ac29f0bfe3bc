import type { Sample } from './sample.ts'

/** Output of the programs themselves, shortened; registries and folders are those of nobody. */
export const jvmSamples: readonly Sample[] = [
  {
    name: 'javac',
    log: `src/main/java/shop/Main.java:6: error: cannot find symbol
    System.out.println(m);
                       ^
  symbol:   variable m
  location: class Main
1 error`,
    found: ['Java', 'src/main/java/shop/Main.java:6', 'cannot find symbol: variable m'],
  },
  {
    name: 'maven: a compilation error',
    log: `[INFO] Compiling 1 source file to /home/app/app_1/target/classes
[INFO] -------------------------------------------------------------
[ERROR] COMPILATION ERROR : 
[INFO] -------------------------------------------------------------
[ERROR] /home/app/app_1/src/main/java/shop/Main.java:[5,13] incompatible types: java.lang.String cannot be converted to int
[INFO] 1 error
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:compile (default-compile) on project shop: Compilation failure`,
    found: [
      'Java',
      'src/main/java/shop/Main.java:5:13',
      'incompatible types: java.lang.String cannot be converted to int',
    ],
  },
  {
    name: 'maven: a dependency that is missing',
    log: `[WARNING] The POM for org.nope:nope:jar:1.0 is missing, no dependency information available
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project shop:shop:jar:1: Could not find artifact org.nope:nope:jar:1.0 in central (https://maven.example.org) -> [Help 1]
[ERROR] 
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.`,
    found: [
      'Maven',
      '',
      /^Failed to execute goal on project shop: .* in central \(https:\/\/maven\.example\.org\)$/,
    ],
    advice: /typing error/,
  },
  {
    name: 'maven: a broken pom.xml',
    log: `[ERROR] [ERROR] Some problems were encountered while processing the POMs:
[FATAL] Non-parseable POM /home/app/app_1/pom.xml: no more data available - expected end tag </project> @2:1 @ 
[ERROR] The build could not read 1 project -> [Help 1]`,
    found: ['Maven', 'pom.xml:2:1', 'no more data available - expected end tag </project>'],
  },
  {
    name: 'gradle: a compilation error',
    log: `> Task :compileJava FAILED
/home/app/app_1/src/main/java/shop/Main.java:5: error: incompatible types: String cannot be converted to int
    int n = "three";
            ^
1 error

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.`,
    found: [
      'Java',
      'src/main/java/shop/Main.java:5',
      'incompatible types: String cannot be converted to int',
    ],
  },
  {
    name: 'gradle: a broken build file',
    log: `FAILURE: Build failed with an exception.

* Where:
Build file '/home/app/app_1/build.gradle' line: 7

* What went wrong:
A problem occurred evaluating root project 'shop'.
> Could not find method implementatio() for arguments [org.nope:nope:1.0] on object of type org.gradle.api.internal.artifacts.dsl.dependencies.DefaultDependencyHandler.`,
    found: [
      'Gradle',
      'build.gradle:7',
      /^A problem occurred evaluating root project 'shop'\. Could not find method/,
    ],
  },
  {
    name: 'gradle: a dependency that is missing',
    log: `* What went wrong:
Execution failed for task ':compileJava'.
> Could not resolve all files for configuration ':compileClasspath'.
   > Could not find org.nope:nope:1.0.
     Searched in the following locations:`,
    found: [
      'Gradle',
      '',
      "Execution failed for task ':compileJava'. Could not find org.nope:nope:1.0.",
    ],
    advice: /typing error/,
  },
  {
    name: 'kotlin',
    log: `> Task :compileKotlin FAILED
e: file:///home/app/app_1/src/main/kotlin/Main.kt:3:18 Type mismatch: inferred type is String but Int was expected`,
    found: [
      'Java',
      'src/main/kotlin/Main.kt:3:18',
      'Type mismatch: inferred type is String but Int was expected',
    ],
  },
  {
    name: 'a java program',
    log: `Exception in thread "main" java.lang.IllegalStateException: no database
	at org.springframework.boot.SpringApplication.run(SpringApplication.java:334)
	at shop.Database.open(Database.java:21)
	at shop.Main.main(Main.java:5)
Caused by: java.net.ConnectException: Connection refused
	at java.base/sun.nio.ch.Net.pollConnect(Native Method)
	at shop.Database.connect(Database.java:40)
	... 2 more`,
    found: ['Java', 'Database.java:40', 'java.net.ConnectException: Connection refused'],
  },
  {
    name: 'spring boot',
    log: `***************************
APPLICATION FAILED TO START
***************************

Description:

Web server failed to start. Port 8080 was already in use.

Action:

Identify and stop the process that's listening on port 8080 or configure this application to listen on another port.`,
    found: ['Spring Boot', '', 'Web server failed to start. Port 8080 was already in use.'],
    advice: /^Identify and stop the process/,
  },
  {
    name: 'sbt: Scala 2',
    log: `[info] compiling 7 Scala sources and 1 Java source to /home/app/app_1/target/scala-2.13/classes ...
[error] /home/app/app_1/app/controllers/Home.scala:12:5: not found: value foo
[error]     foo
[error]     ^
[error] one error found
[error] (Compile / compileIncremental) Compilation failed`,
    found: ['Scala', 'app/controllers/Home.scala:12:5', 'not found: value foo'],
  },
  {
    name: 'sbt: Scala 3',
    log: `[error] -- [E006] Not Found Error: /home/app/app_1/app/controllers/Home.scala:12:4 
[error] 12 |    foo
[error]    |    ^^^
[error]    |    Not found: foo
[error]    |
[error]    | longer explanation available when compiling with \`-explain\`
[error] one error found`,
    found: ['Scala', 'app/controllers/Home.scala:12:5', 'Not found: foo'],
  },
  {
    name: 'Play: routes',
    log: `[error] /home/app/app_1/conf/routes:5:1: HTTP Verb (GET, POST, ...), include (->), comment (#), or modifier line (+) expected
[error] GTE     /           controllers.HomeController.index
[error] ^
[error] (Compile / routesCompilers / compile) Routes compilation failed`,
    found: ['Scala', 'conf/routes:5:1', /^HTTP Verb \(GET, POST/],
  },
  {
    name: 'Play: a template',
    log: `[error] /home/app/app_1/app/views/index.scala.html:3:8: not found: value title
[error] <h1>@title</h1>`,
    found: ['Scala', 'app/views/index.scala.html:3:8', 'not found: value title'],
  },
  {
    name: 'sbt: a dependency that is missing',
    log: `[error] sbt.librarymanagement.ResolveException: Error downloading org.nope:nope_2.13:1.0
[error]   Not found
[error] (update) sbt.librarymanagement.ResolveException: Error downloading org.nope:nope_2.13:1.0`,
    found: ['sbt', '', 'Error downloading org.nope:nope_2.13:1.0'],
    advice: /%% adds the version of Scala/,
  },
  {
    name: 'sbt: build.sbt',
    log: `[info] loading settings for project root from build.sbt ...
/home/app/app_1/build.sbt:3: error: not found: value nam
nam := "shop"
^
[error] Type error in expression`,
    found: ['Scala', 'build.sbt:3', 'not found: value nam'],
  },
  {
    name: 'Play: the configuration',
    log: `Oops, cannot start the server.
@7pl5b2c0h: Configuration error
Caused by: Configuration error: Configuration error[The application secret has not been set, and we are in prod mode. Your application is not secure.]`,
    found: ['Play', '', /^The application secret has not been set/],
  },
  {
    name: 'Play 1',
    log: `@6g1bgh8fp
Internal Server Error (500) for request GET /

Compilation error (In /app/controllers/Application.java around line 14)
The file /app/controllers/Application.java could not be compiled. Error raised is : Syntax error on token "}", delete this token`,
    found: [
      'Play',
      'controllers/Application.java:14',
      'Syntax error on token "}", delete this token',
    ],
  },
]
