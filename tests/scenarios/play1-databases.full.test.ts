import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { quickJvm } from '#tests/support/projects/play-tools.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A Play 1 application with real databases of the marketplace, watched by OpenTelemetry's agent. */
let berth: TestBerth
let shop: PushedApplication

const conf = (database: string) => `application.name=shop
application.secret=${'s3cr3t'.repeat(11)}
%clevercloud.application.mode=prod
XForwardedSupport=all
${database}`

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are Play's. */
const postgresql =
  conf(`%clevercloud.db.url=jdbc:postgresql://\${POSTGRESQL_ADDON_HOST}:\${POSTGRESQL_ADDON_PORT}/\${POSTGRESQL_ADDON_DB}
%clevercloud.db.driver=org.postgresql.Driver
%clevercloud.db.user=\${POSTGRESQL_ADDON_USER}
%clevercloud.db.pass=\${POSTGRESQL_ADDON_PASSWORD}
%clevercloud.jpa.dialect=org.hibernate.dialect.PostgreSQLDialect
%clevercloud.jpa.ddl=update
%clevercloud.db.pool.maxSize=2
%clevercloud.db.pool.minSize=1
`)
const mysql =
  conf(`%clevercloud.db.url=jdbc:mysql://\${MYSQL_ADDON_HOST}:\${MYSQL_ADDON_PORT}/\${MYSQL_ADDON_DB}
%clevercloud.db.driver=com.mysql.jdbc.Driver
%clevercloud.db.user=\${MYSQL_ADDON_USER}
%clevercloud.db.pass=\${MYSQL_ADDON_PASSWORD}
%clevercloud.db.pool.maxSize=2
%clevercloud.db.pool.minSize=1
`)
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are Play's. */

/** Counts visits through JPA. */
const withJpa = {
  'conf/routes': 'GET / Application.index\n',
  'conf/application.conf': postgresql,
  'app/models/Visit.java': `package models;

import javax.persistence.Entity;
import play.db.jpa.Model;

@Entity
public class Visit extends Model {
    public String path;
}
`,
  'app/controllers/Application.java': `package controllers;

import models.Visit;
import play.mvc.Controller;

public class Application extends Controller {
    public static void index() {
        Visit visit = new Visit();
        visit.path = request.path;
        visit.save();
        renderText("visits: " + Visit.count() + " " + System.getenv("JAVA_HOME"));
    }
}
`,
}

/** Counts visits with SQL. */
const withSql = {
  'conf/application.conf': mysql,
  'app/controllers/Application.java': `package controllers;

import java.sql.ResultSet;
import play.db.DB;
import play.mvc.Controller;

public class Application extends Controller {
    public static void index() throws Exception {
        DB.execute("create table if not exists visits (id serial primary key)");
        DB.execute("insert into visits values ()");
        ResultSet count = DB.executeQuery("select count(*) from visits");
        count.next();
        renderText("visits: " + count.getInt(1));
    }
}
`,
}

/** The first request makes the pool and, where many tests run at once, may be answered with an error for a while. */
const startTimeout = '200s'
const agentVersion = '2.20.1'
const agent = `opentelemetry-javaagent-${agentVersion}`

/** Without `force`, the drivers of the framework would win. */
const dependencies = `require:
    - play
    - org.postgresql -> postgresql 42.2.29:
        force: true
        transitive: false
    - mysql -> mysql-connector-java 5.1.49:
        force: true
        transitive: false
    - io.opentelemetry.javaagent -> opentelemetry-javaagent ${agentVersion}:
        transitive: false
`

before(
  async () => {
    const wanted = ['1.5.0', '1.2.7.2'].map((version) => ({ name: 'play1', version }))
    await provideTools({ name: 'java', version: '8' }, ...wanted)
    berth = await TestBerth.lease()
    const owner = berth.admin.organisationId
    shop = await PushedApplication.create(berth, 'shop', undefined, owner, 'play1')
    await berth.client.environment.replace(shop.record, { JAVA_OPTS: quickJvm })
    for (const providerId of ['postgresql-addon', 'mysql-addon']) {
      const order = { name: providerId, providerId, region: 'par' }
      const { id } = await berth.client.addons.order(owner, order)
      await berth.client.addons.link(shop.record, id)
    }
  },
  { timeout: 450_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

/** Visits that the application has counted. */
async function visits(): Promise<number> {
  const [, count] = /^visits: (\d+)/.exec((await shop.visit()).body) ?? []
  return Number(count)
}

/** A JVM with an agent takes its time where many tests run at once. */
async function deploy(files: Record<string, string>): Promise<{ state: string; log: string }> {
  await shop.project.write(files)
  const commit = await shop.project.commit('Another version')
  await shop.project.git('push', 'berth', 'master')
  const { state, uuid } = await shop.ended(commit, 240_000)
  return { state, log: (await shop.log(uuid)).join('\n') }
}

test('play1: a driver that is too old for the PostgreSQL add-on is explained, after one start', async () => {
  const { state, log } = await deploy(withJpa)
  assert.equal(state, 'FAIL', log)
  assert.match(log, /The PostgreSQL driver is too old to log in .* postgresql 42\./)
  assert.doesNotMatch(log, /Restarting in/)
})

test('play1: JPA writes and reads the PostgreSQL add-on with a driver of conf/dependencies.yml', async () => {
  await berth.client.environment.replace(shop.record, {
    JAVA_TOOL_OPTIONS: `-javaagent:lib/${agent}.jar`,
    JAVA_OPTS: quickJvm,
    CC_HEALTH_CHECK_DEADLINE: startTimeout,
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    CC_POST_BUILD_HOOK: 'echo "the build has $JAVA_HOME and $JAVA_TOOL_OPTIONS."',
  })
  const { state, log } = await deploy({ 'conf/dependencies.yml': dependencies })
  assert.equal(state, 'OK', log)
  assert.match(log, /Agents of JAVA_TOOL_OPTIONS are loaded by the application, not by its build/)
  assert.equal(log.match(/Picked up JAVA_TOOL_OPTIONS/g)?.length, 1, log)
  assert.match(log, /the build has \/opt\/java and \./)
  assert.doesNotMatch(log, /-sources\.jar/)
  const [first, second] = [await visits(), await visits()]
  assert.equal(second, first + 1)
})

test("play1: OpenTelemetry's agent sees requests and queries, by variables alone", async () => {
  await shop.logged(/'GET' : [0-9a-f]{32} .* SERVER .*\bnetty/)
  await shop.logged(/'INSERT [^']*Visit' : [0-9a-f]{32} .* CLIENT .*\bjdbc/)
})

test('play1: commands of an instance find the JDK by JAVA_HOME', async () => {
  assert.match((await shop.visit()).body, / \/opt\/java$/)
})

test('play1: play.db.DB writes and reads the MySQL add-on with Play 1.2 and a newer driver', async () => {
  await berth.client.environment.replace(shop.record, {
    PLAY1_VERSION: '1.2',
    JAVA_OPTS: quickJvm,
    CC_HEALTH_CHECK_DEADLINE: startTimeout,
  })
  const { state, log } = await deploy(withSql)
  assert.equal(state, 'OK', log)
  const [first, second] = [await visits(), await visits()]
  assert.equal(second, first + 1)
})
