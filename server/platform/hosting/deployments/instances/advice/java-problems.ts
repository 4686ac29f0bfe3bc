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

const failedContext: KnownProblem = {
  signs: ['startup failed due to previous errors', 'Failed startup of context '],
  unless: [javaxServlets, jakartaServlets],
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
  failedContext,
  portTaken,
]
