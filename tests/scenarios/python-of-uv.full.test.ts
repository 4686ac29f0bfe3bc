import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import {
  mirroredPython,
  openPythonMirror,
  type PythonMirror,
} from '#tests/support/python/python-mirror.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** A Python that no Debian system has, which uv fetches from a mirror of the test. */
let berth: TestBerth
let mirror: PythonMirror

/** A new machine downloads 270 MB. */
before(
  async () => {
    await provideTools({ name: 'python', version: '3.13' })
    mirror = await openPythonMirror()
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await mirror?.[Symbol.asyncDispose]()
})

/** uv takes the list of the mirror, which lies in the repository, in the place of its own. */
const listOf = ({ record }: PushedApplication) => ({
  UV_PYTHON_DOWNLOADS_JSON_URL: `/home/app/${record.id}/releases.json`,
})

const lastLog = async (application: PushedApplication) => {
  const [newest] = await application.deployments()
  return (await application.log(newest?.uuid)).join('\n')
}

const downloads = async () =>
  (await mirror.asked()).filter((path) => path.endsWith('.tar.gz')).length

const web = `import sys


def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [("Python %d.%d.%d" % sys.version_info[:3]).encode()]
`

const countOf = (log: string, words: RegExp) => log.match(words)?.length ?? 0

test('Python of uv: a line without a Debian system is fetched, and uwsgi serves it; the next build downloads nothing', async () => {
  const shop = await PushedApplication.create(berth, 'shop', undefined, undefined, 'python')
  await berth.client.environment.replace(shop.record, {
    ...listOf(shop),
    CC_PYTHON_VERSION: '3.14',
    CC_PYTHON_MODULE: 'web:app',
  })
  const requirements = { 'requirements.txt': 'bottle==0.13.4\n' }
  const { state } = await shop.deploy({
    ...requirements,
    'releases.json': mirror.list,
    'web.py': web,
  })
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, `Python ${mirroredPython}`)
  const first = await lastLog(shop)
  assert.match(first, /which uv fetches in the build; ready are 3\.9, 3\.11, 3\.13/)
  assert.deepEqual([await downloads(), countOf(first, /Downloading bottle/g)], [1, 1])

  assert.equal((await shop.deploy({ 'web.py': web.replace('Python', 'Still') })).state, 'OK')
  assert.equal((await shop.visit()).body, `Still ${mirroredPython}`)
  assert.deepEqual([await downloads(), countOf(await lastLog(shop), /Downloading /g)], [1, 0])
})

test('Python of uv: .python-version of a project with uv.lock names a release', async () => {
  const api = await PushedApplication.ofExample(berth, await openExample('fastapi'))
  await berth.client.environment.replace(api.record, {
    ...listOf(api),
    CC_PYTHON_UV_RUN_COMMAND: 'uvicorn main:app --host 0.0.0.0 --port 8080',
  })
  const files = { 'releases.json': mirror.list, '.python-version': `${mirroredPython}\n` }
  const { state } = await api.deploy(files)
  assert.equal(state, 'OK', (await api.log()).join('\n'))
  assert.equal((await api.visit()).status, 200)
})

test('Python of uv: one that it does not know ends the build, with what to do', async () => {
  const old = await PushedApplication.create(berth, 'old', undefined, undefined, 'python')
  await berth.client.environment.replace(old.record, {
    CC_PYTHON_VERSION: '3.33',
    CC_PYTHON_MODULE: 'web:app',
  })
  assert.equal((await old.deploy({ 'web.py': web })).state, 'FAIL')
  await old.logged(/^uv knows no such Python: correct the version in CC_PYTHON_VERSION/)
})
