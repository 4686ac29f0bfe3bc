import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputAdviser } from '#platform/hosting/deployments/instances/output-advice.ts'

const adviceOn = (line: string) => {
  const { hear, advice } = createOutputAdviser()
  hear(line)
  return advice()
}

for (const [line, expected] of [
  ['no main manifest attribute, in target/shop.jar', /spring-boot-maven-plugin.*CC_JAR_PATH/],
  ['Error: Invalid or corrupt jarfile lib/shop.jar', /Git LFS/],
  ['Reason: Failed to determine a suitable driver class', /org\.postgresql:postgresql/],
  ["Could not resolve placeholder 'POSTGRESQL_ADDON_HOST' in value", /link-addon/],
  [
    'Caused by: java.lang.ClassNotFoundException: javax.servlet.http.HttpServlet',
    /TOMCAT9 or JETTY10/,
  ],
  ['java.lang.NoClassDefFoundError: jakarta/servlet/Filter', /TOMCAT10, TOMCAT11/],
  ['SEVERE Context [/shop] startup failed due to previous errors', /below its context.*checkMe/],
  ['SEVERE A child container failed during start', /below its context.*checkMe/],
  [
    'Unable to make protected final java.lang.Class accessible: module java.base does not "opens java.lang" to unnamed module @3d',
    /CC_JAVA_VERSION.*--add-opens=java\.base/,
  ],
  ['java.lang.NoClassDefFoundError: javax/xml/bind/JAXBException', /jaxb-api/],
  ['java.lang.NoClassDefFoundError: org/slf4j/LoggerFactory', /maven-shade-plugin.*provided/],
  ["Could not resolve placeholder 'SHOP_NAME' in value", /berth env set/],
  ['org.flywaydb.core.internal.command.DbMigrate$FlywayMigrateException: x', /write another one/],
  ['org.postgresql.util.PSQLException: ERROR: relation "visit" does not exist', /Flyway/],
  ['io.lettuce.core.RedisConnectionException: Unable to connect to localhost:6379', /REDIS_URL/],
  ['Web server failed to start. Port 8080 was already in use.', /SERVER_PORT/],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Java is explained`, () => {
    assert.match(adviceOn(line).join('\n'), expected)
  })
}

test('output advice: Java: a class of servlets that is not there has one cause', () => {
  const advice = adviceOn('java.lang.NoClassDefFoundError: javax/servlet/Filter')
  assert.equal(advice.length, 1)
})
