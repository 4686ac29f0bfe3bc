import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { environmentFile } from '#systemd/units.ts'
import { addSettingsFile, SettingsError } from './settings.ts'
import { parseSettingsFile } from './settings-file.ts'

test('settings file: what systemd reads from it is what the program reads, whatever quotes it has', () => {
  const variables = {
    BERTH_SMTP_URL: `smtp://a:p"w$x\\y\`z'@mail`,
    BERTH_ZONES: 'lyo:Lyon:FR:45.76:4.84',
    npm_config_registry: '',
  }
  assert.deepEqual(parseSettingsFile(environmentFile(variables)), variables)
  const byHand = "# A comment\n; another\n\nA=one two  \n B='it is $5'\nC=a\\ b\nno variable\n"
  assert.deepEqual(parseSettingsFile(byHand), { A: 'one two', B: 'it is $5', C: 'a b' })
})

test('settings file: the environment wins, and a file that cannot be read is a problem with the setting', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-settings-'))
  const file = join(folder.path, 'berth.conf')
  await writeFile(file, 'BERTH_DATA="/var/lib/berth"\nBERTH_BIND=0.0.0.0\n')
  const environment = { BERTH_SETTINGS_FILE: file, BERTH_BIND: '127.0.0.1' }
  addSettingsFile(environment)
  assert.deepEqual(environment, {
    BERTH_SETTINGS_FILE: file,
    BERTH_BIND: '127.0.0.1',
    BERTH_DATA: '/var/lib/berth',
  })
  const missing = { BERTH_SETTINGS_FILE: join(folder.path, 'missing') }
  assert.throws(() => addSettingsFile(missing), SettingsError)
})
