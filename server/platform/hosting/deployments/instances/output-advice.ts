import { startOutOfProcesses, threadSigns } from '#platform/model/hosting/instances/exit-advice.ts'
import { goProblems } from './advice/go-problems.ts'
import { imageProblems } from './advice/image-problems.ts'
import { javaProblems } from './advice/java-problems.ts'
import type { KnownProblem } from './advice/known-problem.ts'
import { linuxProblems } from './advice/linux-problems.ts'
import { isAboutMissingBuild } from './advice/missing-build.ts'
import { phpProblems } from './advice/php-problems.ts'
import { pythonProblems } from './advice/python-problems.ts'
import { rubyProblems } from './advice/ruby-problems.ts'
import { rustProblems } from './advice/rust-problems.ts'

const noProgram: KnownProblem = {
  signs: ['Bad root server path: there is no program to start'],
  advice: [
    'Nothing was staged where the platform looks for it: name the folder that contains target in CC_SBT_TARGET_DIR (such as the module to run), the program in CC_SBT_TARGET_BIN if there are several, and the task that makes it in SBT_DEPLOY_GOAL (such as web/stage).',
    'The project needs the Play plugin or sbt-native-packager (enablePlugins(JavaAppPackaging)), whose task stage makes the program; or start something else with CC_RUN_COMMAND.',
  ],
}

const tooManyConnections: KnownProblem = {
  signs: [
    'too many connections for role',
    "more than 'max_user_connections' active connections",
    'remaining connection slots are reserved',
    'ERROR 1040 (HY000): Too many connections',
  ],
  advice: [
    'The database refuses further connections: while a deployment switches, the old and the new instances run side by side, each with its own pool. A pool may have at most half of the connections that the plan of the database allows, and less with several instances.',
    'Play 2.3 to 2.4: db.default.partitionCount=2, db.default.maxConnectionsPerPartition=5, db.default.minConnectionsPerPartition=5 in conf/application.conf; later lines: db.default.hikaricp.maximumPoolSize. With these numbers a plan has to allow 20.',
  ],
  // The old instances keep their connections until the new ones are up.
  isPermanent: true,
}

const oldPostgresqlDriver: KnownProblem = {
  signs: ['The authentication type 10 is not supported'],
  advice: [
    'The PostgreSQL driver is too old to log in (it does not know SCRAM): add a newer one to the dependencies, such as org.postgresql postgresql 42.2.29 (in conf/dependencies.yml of Play 1 with `force: true`).',
  ],
  isPermanent: true,
}

const oldMysqlDriver: KnownProblem = {
  // Connector/J before 5.1.29 reads a list of collations in which newer servers have empty fields.
  signs: ['at com.mysql.jdbc.ConnectionImpl.buildCollationMapping'],
  advice: [
    'The MySQL driver is too old for the server: add a newer one to the dependencies, such as mysql mysql-connector-java 5.1.49 (in conf/dependencies.yml of Play 1 with `force: true`).',
  ],
  isPermanent: true,
}

const wrongHost: KnownProblem = {
  signs: ['Host not allowed: '],
  advice: [
    'Play answers 400 to hosts that it does not know. Write play.filters.hosts.allowed = [".example.org"] into conf/application.conf, with the domains of the application, or ["."] for any: the router passes on requests for its domains only.',
  ],
}

const readSecret = `play.http.secret.key = \${?APPLICATION_SECRET}`

const noSecret: KnownProblem = {
  signs: [
    'The application secret has not been set, and we are in prod',
    'The application secret is too short',
    'Application secret not set',
    'Missing application secret',
  ],
  advice: [
    `Play does not start without a good secret: make one with \`berth secret generate\`, set it with \`berth env set APPLICATION_SECRET <secret>\`, and read it in conf/application.conf (${readSecret}; play.crypto.secret in Play 2.4 and 2.5, application.secret before).`,
  ],
  isPermanent: true,
}

const pidFile: KnownProblem = {
  signs: ['This application is already running (Or delete'],
  advice: [
    'A file RUNNING_PID keeps Play from starting: start it with -Dpidfile.path=/dev/null, and keep the file out of the repository.',
  ],
}

const noMetaspace: KnownProblem = {
  signs: ['OutOfMemoryError: Metaspace', 'OutOfMemoryError: Compressed class space'],
  advice: [
    'The classes of the application need more metaspace than the JVM may use: CC_DISABLE_MAX_METASPACE=true takes the limit off, or -XX:MaxMetaspaceSize in JAVA_OPTS sets another. If it then ends out of memory, choose a larger flavor.',
  ],
}

const noThreads: KnownProblem = { signs: threadSigns, advice: [startOutOfProcesses] }

/** Also what a JVM says first when it lacks metaspace or threads. */
const noMemory: KnownProblem = {
  signs: [
    'java.lang.OutOfMemoryError',
    'There is insufficient memory for the Java Runtime Environment',
  ],
  unless: [noMetaspace, noThreads],
  advice: [
    'The JVM of the application needs more memory than it may use: choose a larger flavor. JAVA_OPTS can say how much of it is heap (-Xmx).',
  ],
}

const olderJava: KnownProblem = {
  signs: ['java.lang.UnsupportedClassVersionError'],
  advice: ['The application was compiled for a newer Java: choose one with CC_JAVA_VERSION.'],
  isPermanent: true,
}

const noBuild: KnownProblem = {
  signs: isAboutMissingBuild,
  advice: [
    'What a build makes is missing: CC_NODE_RUN_BUILD=true runs the script "build" of package.json before the start, CC_POST_BUILD_HOOK any other command. If a build has run, its log above says where it has written to.',
  ],
  isPermanent: true,
}

const problems: readonly KnownProblem[] = [
  noBuild,
  noProgram,
  tooManyConnections,
  oldPostgresqlDriver,
  oldMysqlDriver,
  wrongHost,
  noSecret,
  pidFile,
  noMetaspace,
  noThreads,
  noMemory,
  olderJava,
  ...javaProblems,
  ...phpProblems,
  ...imageProblems,
  ...pythonProblems,
  ...rubyProblems,
  ...goProblems,
  ...linuxProblems,
  ...rustProblems,
]

/** Instances write lines of any length: these messages are at their start. */
const heardOfLine = 1024

/** Watches the output of an instance, to give advice when it does not come up. */
export interface OutputAdviser {
  hear(line: string): void
  /** Advice on what was heard, in the order in which it was. */
  advice(): string[]
  /** Whether a problem was heard that another start would have as well. */
  isPermanent(): boolean
}

const hasSign = (line: string, { signs }: KnownProblem): boolean =>
  typeof signs === 'function' ? signs(line) : signs.some((sign) => line.includes(sign))

export function createOutputAdviser(): OutputAdviser {
  const heard = new Set<KnownProblem>()
  return {
    hear(whole) {
      const line = whole.slice(0, heardOfLine)
      for (const problem of problems) {
        if (hasSign(line, problem)) heard.add(problem)
      }
    },
    advice: () =>
      [...heard]
        .filter(({ unless = [] }) => !unless.some((other) => heard.has(other)))
        .flatMap(({ advice }) => advice),
    isPermanent: () => [...heard].some((problem) => problem.isPermanent),
  }
}
