import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { addGitHost, changeGitHost } from '#platform/hosting/git-hosts/register-host.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { registerGitHosts } from './git-hosts-file.ts'

test('Git hosts of the settings: take the place of those before, and leave the others', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const folder = await mkdtemp(join(tmpdir(), 'berth-git-hosts-'))
  const file = join(folder, 'hosts.json')
  const register = async (content: string) => {
    await writeFile(file, content)
    return registerGitHosts(platform, file)
  }
  const names = async () => (await platform.store.gitHosts.list()).map(({ name }) => name)
  try {
    await addGitHost(platform, { kind: 'git', url: 'https://other.test', name: 'Other' })
    const one = { kind: 'gitea', url: 'https://one.test', name: 'One', token: 's3cret' }
    await register(JSON.stringify([one]))
    await register(JSON.stringify([one, { kind: 'gitlab', url: 'https://two.test' }]))
    assert.deepEqual((await names()).sort(), ['One', 'Other', 'two.test'])
    const known = (await platform.store.gitHosts.list()).find(({ name }) => name === 'One')
    assert.deepEqual([known?.token, known?.isFromSettings], ['s3cret', true])
    const change = changeGitHost(platform, known?.id ?? assert.fail(), { name: 'x' })
    await assert.rejects(change, /comes from BERTH_GIT_HOSTS_FILE/)
    const refused: [string, RegExp][] = [
      ['{', /cannot be read as JSON/],
      ['{}', /must be a list/],
      ['[{"kind":"svn","url":"https://x.test"}]', /must be one of github/],
      ['[{"kind":"git","url":"x"}]', /is not the URL of a host/],
    ]
    for (const [content, sentence] of refused) {
      await assert.rejects(register(content), (error: Error) => {
        assert.match(String((error as Error & { problems?: string[] }).problems ?? error), sentence)
        assert.doesNotMatch(String(error), /s3cret/)
        return true
      })
    }
    assert.equal((await names()).length, 3)
    await registerGitHosts(platform, '')
    assert.deepEqual(await names(), ['Other'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
