import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSettings, readSettings, settingList, WrongSettings } from './settings.ts'

test('without variables every setting has its default', () => {
  const settings = readSettings({})
  assert.equal(settings.apiPort, 4000)
  assert.equal(settings.bind, '127.0.0.1')
  assert.equal(settings.apiUrl, undefined)
  assert.equal(settings.buildDeadline, 900_000)
  assert.ok(Object.isFrozen(settings))
})

test('all problems are listed at once, each with its name', () => {
  const wrong = {
    BERTH_API_PORT: '70000',
    BERTH_BIND: 'everywhere',
    BERTH_API_URL: 'https://a.test/path',
    BERTH_ENGINE: 'docker',
    BERTH_BUILD_DEADLINE: 'soon',
    BERTH_PROT: '1',
  }
  assert.throws(
    () => readSettings(wrong),
    (error) => {
      assert.ok(error instanceof WrongSettings)
      assert.equal(error.problems.length, 6)
      for (const name of Object.keys(wrong)) {
        assert.ok(
          error.problems.some((problem) => problem.startsWith(name)),
          name,
        )
      }
      return true
    },
  )
})

test("the command-line tool's own variables are no mistake", () => {
  assert.doesNotThrow(() => readSettings({ BERTH_API_TOKEN: 'x', BERTH_BRIDGE: 'y' }))
})

test('the help names every setting', () => {
  const help = describeSettings()
  for (const { variable } of Object.values(settingList)) assert.ok(help.includes(variable))
})
