import type { KnownProblem } from './known-problem.ts'

const noMainClass: KnownProblem = {
  signs: ['no main manifest attribute, in ', 'Could not find or load main class '],
  advice: [
    'The jar does not name a main class that it has. Spring Boot: add spring-boot-maven-plugin (or the Gradle plug-in org.springframework.boot), which packs a jar that starts; otherwise set the main class in maven-jar-plugin (<archive><manifest><mainClass>) and pack the dependencies with maven-shade-plugin. CC_JAR_PATH chooses another jar.',
  ],
  isPermanent: true,
}

const brokenJar: KnownProblem = {
  signs: ['Error: Invalid or corrupt jarfile'],
  advice: [
    'The file is no jar: where it is committed with Git LFS, the repository has only its pointer. Let the build make it, or commit it without LFS.',
  ],
  isPermanent: true,
}

const noDriver: KnownProblem = {
  signs: [
    'Failed to determine a suitable driver class',
    'java.sql.SQLException: No suitable driver',
    'Cannot load driver class: ',
  ],
  advice: [
    `The driver of the database is not in the application, or it has no address: add the driver to the dependencies (org.postgresql:postgresql, com.mysql:mysql-connector-j) and set spring.datasource.url from the variables of the add-on, such as jdbc:postgresql://\${POSTGRESQL_ADDON_HOST}:\${POSTGRESQL_ADDON_PORT}/\${POSTGRESQL_ADDON_DB}.`,
  ],
  isPermanent: true,
}

const notLinked: KnownProblem = {
  signs: [
    "Could not resolve placeholder 'POSTGRESQL_ADDON_",
    "Could not resolve placeholder 'MYSQL_ADDON_",
    'Connection to localhost:5432 refused',
    '"${POSTGRESQL_ADDON_',
    '/${POSTGRESQL_ADDON_',
  ],
  advice: [
    'The application does not know its database: link the add-on with `berth service link-addon <name>`, and read its variables (POSTGRESQL_ADDON_HOST, …) in application.properties.',
  ],
}

const javaxServlets: KnownProblem = {
  signs: ['NoClassDefFoundError: javax/servlet/', 'ClassNotFoundException: javax.servlet.'],
  advice: [
    'The application is written for javax.servlet, which newer containers do not have: set "container" in clevercloud/war.json to TOMCAT9 or JETTY10.',
  ],
  isPermanent: true,
}

const jakartaServlets: KnownProblem = {
  signs: ['NoClassDefFoundError: jakarta/servlet/', 'ClassNotFoundException: jakarta.servlet.'],
  advice: [
    'The application is written for jakarta.servlet, which older containers do not have: set "container" in clevercloud/war.json to TOMCAT10, TOMCAT11 or JETTY12.',
  ],
  isPermanent: true,
}

/** What is not exported since Java 9, and closed since 17. */
const closedModule: KnownProblem = {
  signs: ['does not "opens ', 'does not "exports ', 'because module java.base does not export '],
  advice: [
    'A library reaches into Java itself, which this line does not allow: choose an older one with CC_JAVA_VERSION (11), take a newer version of the library, or open the package that the line above names with JAVA_OPTS, such as --add-opens=java.base/java.lang=ALL-UNNAMED.',
  ],
  isPermanent: true,
}

const noJaxb: KnownProblem = {
  signs: (line) =>
    /(NoClassDefFoundError|ClassNotFoundException): javax[./](xml[./](bind|ws)|activation|annotation)[./]/.test(
      line,
    ),
  advice: [
    'The application uses a part of Java EE that Java has lost with 11 (JAXB, JAX-WS, javax.annotation): set CC_JAVA_VERSION=8, or add it to the dependencies, such as javax.xml.bind:jaxb-api and org.glassfish.jaxb:jaxb-runtime.',
  ],
  isPermanent: true,
}

const noClass: KnownProblem = {
  signs: ['java.lang.NoClassDefFoundError: ', 'java.lang.ClassNotFoundException: '],
  unless: [noMainClass, noDriver, javaxServlets, jakartaServlets, noJaxb],
  advice: [
    'A class that the line above names is not in the application: a jar has to bring its dependencies (spring-boot-maven-plugin, maven-shade-plugin or the Gradle plug-in com.gradleup.shadow pack them), and one of scope provided or test is left out.',
  ],
}

const noVariable: KnownProblem = {
  signs: ["Could not resolve placeholder '"],
  unless: [notLinked],
  advice: [
    `The configuration names a variable that the application does not have: set it with \`berth env set <NAME> <value>\`, or write a default behind its name with a colon, such as \${NAME:value}.`,
  ],
  isPermanent: true,
}

const failedMigration: KnownProblem = {
  signs: [
    ...['FlywayMigrateException', 'FlywayValidateException', 'FlywaySqlScriptException'],
    ...[
      'liquibase.exception.MigrationFailedException',
      'liquibase.exception.ValidationFailedException',
    ],
  ],
  advice: [
    'A migration of the database fails, as the lines above say; the version before goes on serving. One that was applied must not change: write another one. What a migration that ended halfway has left shows `berth database shell`.',
  ],
}

const noTable: KnownProblem = {
  signs: (line) =>
    /PSQLException: ERROR: relation "[^"]{1,100}" does not exist|Schema-validation: missing (table|column)|SQLSyntaxErrorException: Table '[^']{1,150}' doesn't exist/.test(
      line,
    ),
  unless: [failedMigration],
  advice: [
    'The database lacks tables of the application: let Flyway or Liquibase make them at the start (a dependency, and files in src/main/resources/db), or set spring.jpa.hibernate.ddl-auto=update for a first try.',
  ],
}

const noRedis: KnownProblem = {
  signs: ['RedisConnectionException: Unable to connect to', 'Unable to connect to Redis'],
  advice: [
    `Redis is not reached: link a Redis add-on to the application, and read its variables, such as spring.data.redis.url=\${REDIS_URL}.`,
  ],
}

const failedContext: KnownProblem = {
  signs: [
    'startup failed due to previous errors',
    'Failed startup of context ',
    'A child container failed during start',
  ],
  unless: [javaxServlets, jakartaServlets, closedModule, noJaxb],
  advice: [
    'The container runs, and an application in it could not start: the lines above say why. What it answers is below its context (in clevercloud/war.json; the name of the file where there is none), where checkMe asks.',
  ],
  isPermanent: true,
}

const portTaken: KnownProblem = {
  signs: ['Port 8080 was already in use'],
  advice: [
    'Something else in the instance listens on 8080 already: a worker or a hook that starts the application too gets another SERVER_PORT.',
  ],
}

/** Problems of applications on the JVM besides those of Play. */
export const javaProblems: readonly KnownProblem[] = [
  noMainClass,
  brokenJar,
  noDriver,
  notLinked,
  javaxServlets,
  jakartaServlets,
  closedModule,
  noJaxb,
  noClass,
  noVariable,
  failedMigration,
  noTable,
  noRedis,
  failedContext,
  portTaken,
]
