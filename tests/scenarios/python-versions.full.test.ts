import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** Applications that others have written and released, on the older lines of Python, and Celery with a real Redis. */
let berth: TestBerth

/** A new machine downloads 320 MB. */
before(
  async () => {
    await provideTools({ name: 'python', version: '3.9' }, { name: 'python', version: '3.11' })
    berth = await TestBerth.lease()
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const created = (name: string) =>
  PushedApplication.create(berth, name, undefined, undefined, 'python')

async function deployed(
  application: PushedApplication,
  files: Record<string, string>,
  variables: Record<string, string>,
) {
  await berth.client.environment.replace(application.record, variables)
  const { state } = await application.deploy(files)
  const log = (await application.log()).join('\n')
  assert.equal(state, 'OK', log)
  return log
}

async function link(application: PushedApplication, providerId: string) {
  const { client, admin } = berth
  const order = { name: providerId, providerId, region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(application.record, addon.id)
}

test('Python 3.9: a released Flask application needs requirements.txt and CC_PYTHON_MODULE only', async () => {
  const httpbin = await created('httpbin')
  const log = await deployed(
    httpbin,
    { 'requirements.txt': 'httpbin==0.10.2\nflasgger==0.9.7.1\ngunicorn==23.0.0\n' },
    {
      CC_PYTHON_VERSION: '3.9',
      CC_PYTHON_MODULE: 'httpbin:app',
      CC_PYTHON_BACKEND: 'gunicorn',
      CC_HEALTH_CHECK_PATH: '/status/200',
    },
  )
  assert.match(log, /Python 3\.9/)
  const { status, body } = await httpbin.visit('/get?language=Python')
  assert.equal(status, 200)
  assert.equal(JSON.parse(body).args.language, 'Python')
})

const settings = `import os

SQLALCHEMY_DATABASE_URI = os.environ["POSTGRESQL_ADDON_URI"]
SECRET_KEY = os.environ["SECRET_KEY"]
SESSION_COOKIE_SECURE = False
ALLOW_PUBLIC_PROJECT_CREATION = True
`

test('Python 3.11: a released application migrates its tables in PostgreSQL', async () => {
  const money = await created('money')
  await link(money, 'postgresql-addon')
  const log = await deployed(
    money,
    { 'requirements.txt': 'ihatemoney[database]==7.2.1\n', 'money.cfg': settings },
    {
      CC_PYTHON_VERSION: '3.11',
      CC_PYTHON_MODULE: 'ihatemoney.wsgi:application',
      IHATEMONEY_SETTINGS_FILE_PATH: `/home/app/${money.record.id}/money.cfg`,
      SECRET_KEY: '0123456789abcdef0123456789abcdef',
    },
  )
  assert.match(log, /Context impl PostgresqlImpl/)
  const { status, body } = await money.visit('/')
  assert.equal(status, 200, body)
  assert.match(body, /ihatemoney|I hate money/i)
})

const tasks = `import os

import redis
from celery import Celery

memory = redis.Redis.from_url(os.environ["REDIS_URL"])
app = Celery("tasks", broker=os.environ["REDIS_URL"])
app.conf.beat_schedule = {"tick": {"task": "tasks.tick", "schedule": 1.0}}
app.conf.worker_concurrency = 1


@app.task
def tick():
    memory.incr("ticks")


@app.task
def greet(name):
    memory.set("greeting", f"Hello {name}")
`

const web = `from tasks import greet, memory


def app(environ, start_response):
    if environ["PATH_INFO"] == "/greet":
        greet.delay("Ann")
    ticks = int(memory.get("ticks") or 0)
    greeting = (memory.get("greeting") or b"nobody").decode()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{greeting}, {'ticking' if ticks > 0 else 'still'}".encode()]
`

test('Python: Celery with beat works off tasks that lie in the Redis that is linked', async () => {
  const queue = await created('queue')
  await link(queue, 'redis-addon')
  await deployed(
    queue,
    { 'requirements.txt': 'celery[redis]==5.5.3\n', 'tasks.py': tasks, 'web.py': web },
    {
      CC_PYTHON_VERSION: '3.11',
      CC_PYTHON_MODULE: 'web:app',
      CC_PYTHON_CELERY_MODULE: 'tasks',
      CC_PYTHON_CELERY_USE_BEAT: 'true',
    },
  )
  await queue.visit('/greet')
  const isDone = async () => (await queue.visit()).body === 'Hello Ann, ticking' || undefined
  await until(isDone, { timeout: 120_000, every: 200, what: 'the tasks' })
})

test('Python: an index that a build does not reach ends it with what to do, and not with another version to ask for', async () => {
  const cut = await created('cut')
  // Nothing listens there in the network of a build.
  await berth.client.environment.replace(cut.record, {
    CC_PYTHON_VERSION: '3.11',
    CC_PYTHON_MODULE: 'web:app',
    PIP_INDEX_URL: 'http://127.0.0.1:9/simple',
    PIP_RETRIES: '1',
  })
  assert.equal((await cut.deploy({ 'requirements.txt': 'bottle\n', 'web.py': web })).state, 'FAIL')
  await cut.logged(/^The index of packages does not answer: builds reach the internet/)
  assert.doesNotMatch((await cut.log()).join('\n'), /correct its name or version/)
})
