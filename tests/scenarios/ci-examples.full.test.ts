import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { blocksOf } from '#tests/support/visitors/guide.ts'

interface Workflow {
  deploy?: { script?: string[] }
  jobs?: Record<string, { steps: { run?: string }[] }>
}

/** The commands of an example, those that install the tool apart: the one of the checkout is on the path. */
function commandsOf(yaml: string): string[] {
  const { deploy, jobs = {} } = load(yaml) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const all = [...(deploy?.script ?? []), ...steps.flatMap(({ run }) => run ?? [])]
  assert.ok(all.length > 0, yaml)
  return all.filter((command) => !command.startsWith('npm install --global '))
}

test('guide to CI: each example is valid YAML, and its commands deploy a new commit with an API token', async () => {
  await using berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  const application = await PushedApplication.create(berth, 'from-ci')
  const { project, record } = application
  await application.deploy(webServer('first'))
  const { email, password } = berth.admin
  const { json } = await sendRequest(berth, 'POST', '/api-tokens', {
    at: berth.addresses.bridge,
    body: JSON.stringify({ email, password, name: 'ci' }),
    authorization: '',
  })
  const { api, bridge, ca, git } = berth.addresses
  const secret = (json as { apiToken: string }).apiToken
  // A clean environment: neither a login nor a configured remote.
  const env = {
    PATH: [
      join(import.meta.dirname, '../../bin'),
      dirname(process.execPath),
      process.env.PATH,
    ].join(':'),
    HOME: '/nowhere',
    BERTH_API: api,
    BERTH_APP: record.id,
    BERTH_BRIDGE: bridge,
    BERTH_GIT: git.https,
    BERTH_API_TOKEN: secret,
    BERTH_CA: ca,
    GIT_SSL_CAINFO: ca,
    GIT_TERMINAL_PROMPT: '0',
  }
  const examples = blocksOf('docs/guides/continuous-deployment.md').filter(({ code }) =>
    code.includes('deploy:'),
  )
  assert.equal(examples.length, 4)
  for (const { code, line } of examples) {
    await project.write({ 'change.txt': `example at line ${line}` })
    const commit = await project.commit(`By the example at line ${line}`)
    for (const command of commandsOf(code)) {
      const script = Object.entries(env)
        .map(([name, value]) => `export ${name}='${value}'`)
        .join('\n')
      const { code: end, output } = await project.run(['bash', '-c', `${script}\n${command}`])
      assert.equal(end, 0, `line ${line}: ${command}\n${output}`)
      assert.ok(!output.includes(secret), 'the token is not printed')
    }
    const [newest] = await application.deployments()
    assert.equal(newest?.commit, commit, `line ${line}`)
  }
})
