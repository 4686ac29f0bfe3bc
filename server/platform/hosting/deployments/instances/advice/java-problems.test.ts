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
  ['Web server failed to start. Port 8080 was already in use.', /SERVER_PORT/],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Java is explained`, () => {
    assert.match(adviceOn(line).join('\n'), expected)
  })
}
