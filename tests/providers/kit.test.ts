import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { runChecks } from '#cli/conformance/run-checks.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'

for (const answersLater of [false, true])
  test(`provider kit: a provider passes every conformance check, ${answersLater ? 'asynchronously' : 'synchronously'}`, async (t) => {
    const at = (root: string) => ({ base_url: `${root}/resources`, sso_url: `${root}/sso` })
    const placeholder = at('http://127.0.0.1/berth')
    const manifest: Manifest = {
      id: 'kit-made',
      api: {
        config_vars: ['KIT_MADE_URL'],
        password: randomBytes(24).toString('hex'),
        sso_salt: randomBytes(24).toString('hex'),
        regions: ['eu'],
        production: placeholder,
        test: placeholder,
      },
    }
    const problems: unknown[] = []
    const service = defineProvider({
      manifest,
      plans: ['dev', 'big'],
      answersLater,
      provision: ({ id }) => ({ config: { KIT_MADE_URL: `https://u:${id}@kit.example.org/` } }),
      deprovision() {},
      changePlan: ({ config }) => ({ config }),
      onProblem: (problem) => void problems.push(problem),
    })
    const { port } = await service.listen(0)
    t.after(() => service.close())
    const endpoints = at(`http://127.0.0.1:${port}/berth`)
    const results = await runChecks({
      manifest,
      endpoints,
      isProduction: false,
      plans: ['dev', 'big'],
      timeout: 300_000,
      timestampUnit: 'milliseconds',
    })
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    assert.deepEqual(
      failed.map(({ id, because }) => `${id}: ${because}`),
      [],
    )
    const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
    assert.equal(skipped, answersLater ? 1 : 8)
    assert.deepEqual(problems, [])
  })
