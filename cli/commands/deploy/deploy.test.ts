import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { showProgress } from '#cli/deployments/progress.ts'
import { until } from '#kit/concurrency/timeout.ts'
import {
  application,
  applicationId,
  deployment,
  startFakePlatform,
  story,
} from '#tests/support/fake-platform.ts'
import { describeUncommitted } from './deploy.ts'

/** A linked folder with a commit and a bare repository that receives its pushes. */
async function openFolder() {
  const platform = await startFakePlatform()
  const { folder, root } = platform
  Object.assign(platform.env, {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  })
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: folder, env: platform.env, encoding: 'utf8' }).stdout.trim()
  const bare = join(root, 'bare.git')
  git('init', '--quiet', '--bare', bare)
  git('init', '--quiet', '--initial-branch', 'work')
  await writeFile(join(folder, 'file'), 'one')
  git('add', 'file')
  git('commit', '--quiet', '-m', 'one')
  git('config', `url.${bare}.insteadOf`, `https://127.0.0.1:4002/${applicationId}.git`)
  platform.applications.push(application(applicationId, 'hello'))
  await platform.type('login --local')
  await platform.type(`link ${applicationId}`)
  return { platform, git, folder }
}

test('berth deploy: names branch and target, and warns that uncommitted changes are not deployed', async () => {
  const { platform, git, folder } = await openFolder()
  await using _ = platform
  const head = git('rev-parse', 'HEAD')
  const arrived = () => git('--git-dir', join(platform.root, 'bare.git'), 'rev-parse', 'master')
  platform.api.answers.unshift([
    /^GET .*\/deployments$/,
    () => (arrived() === head ? [deployment(2, 'OK', head)] : []),
  ])
  platform.deployments.push(deployment(2, 'OK', head))
  await writeFile(join(folder, 'file'), 'two')
  await writeFile(join(folder, 'new'), 'new')
  const { code, out, err } = await platform.type('deploy')
  assert.equal(code, 0, err)
  assert.match(
    out,
    /Warning: 2 files have changes that are not committed, so they are not deployed/,
  )
  assert.match(
    out,
    new RegExp(`Pushing branch work \\(commit ${head.slice(0, 8)}\\) to branch master of hello\\.`),
  )
})

test('berth deploy: no warning without uncommitted changes', () => {
  assert.deepEqual(describeUncommitted([]), [])
  assert.match(describeUncommitted(['a']).join(), /1 file has changes/)
})

test('berth restart and berth deploy: Ctrl-C says that the deployment continues, and how to cancel it', async () => {
  const { platform } = await openFolder()
  await using _ = platform
  platform.deployments.push(deployment(7, 'WIP'))
  let asked = 0
  platform.api.answers.unshift([
    /^GET .*\/deployments\/deployment_7$/,
    () => {
      asked += 1
      return deployment(7, 'WIP')
    },
  ])
  const typed = platform.type('restart')
  await until(() => asked > 1, { timeout: 300_000, what: 'the deployment being followed' })
  process.emit('SIGINT')
  const { code, out } = await typed
  assert.equal(code, 130)
  assert.match(out, /The deployment goes on\. `berth cancel-deploy` cancels it/)
  assert.equal(process.listenerCount('SIGINT'), 0)
})

test('berth deploy: progress is shown while there is no other output', async () => {
  const told: string[] = []
  using progress = showProgress({ tell: (line) => told.push(line), what: 'a build', silence: 10 })
  await until(() => told.length > 1, { timeout: 300_000, what: 'progress' })
  assert.match(told[0] ?? '', /^… a build goes on, \d+ ms so far\.$/)
  progress.touch()
})

/** A deployment that is on probation when it is first looked at, and has ended at the second look. */
async function onProbation(end: 'OK' | 'FAIL') {
  const { platform } = await openFolder()
  platform.deployments.push(deployment(7, end))
  const looks = [
    story(deployment(7, 'WIP'), { phase: 'probation', switchedAfter: 812 }),
    story(deployment(7, end), { switchedAfter: 812 }),
  ]
  platform.api.answers.unshift([
    /^GET \/v4\/.*\/deployments\/deployment_7$/,
    () => (looks.length > 1 ? looks.shift() : looks[0]),
  ])
  return platform
}

test('berth restart: says when visitors reach the new version, then how its probation ended', async () => {
  await using platform = await onProbation('OK')
  const { code, out } = await platform.type('restart --quiet')
  assert.equal(code, 0)
  assert.match(
    out,
    /^hello is live at http:\/\/\S+ after 812 ms; on probation\nhello has passed its probation\.\n$/,
  )
})

test('berth restart: on a screen, the end of the probation replaces its begin', async () => {
  await using platform = await onProbation('OK')
  const { code, out } = await platform.type('restart --quiet', { columns: 200 })
  assert.equal(code, 0)
  assert.match(
    out,
    /^hello is live at \S+ after 812 ms; on probation\r\x1b\[Khello is live at \S+ after 812 ms; probation passed\n$/,
  )
})

test('berth restart: a failed probation is an error', async () => {
  await using platform = await onProbation('FAIL')
  const { code, out, err } = await platform.type('restart --quiet', { columns: 200 })
  assert.equal(code, 1)
  assert.match(out, /after 812 ms; probation failed\n$/)
  assert.match(err, /Deployment 7 of hello failed/)
})

test('berth restart --wait live: returns while the new version is on probation', async () => {
  await using platform = await onProbation('FAIL')
  const { code, out } = await platform.type('restart --quiet --wait live')
  assert.equal(code, 0)
  assert.match(out, /^hello is live at \S+ after 812 ms; on probation\n$/)
})

test('berth restart --format json: the answer has the time until visitors reached it', async () => {
  await using platform = await onProbation('OK')
  const { out } = await platform.type('restart --quiet --format json')
  assert.equal(JSON.parse(out).liveAfter, 812)
})

test('berth deploy --image: deploys an image of a registry, without a repository', async () => {
  await using platform = await onProbation('OK')
  const sent: unknown[] = []
  platform.api.answers.unshift([
    /^POST \/v4\/.*\/deployments$/,
    ({ body }) => {
      sent.push(body)
      return { id: 0, message: 'queued', type: 'success', deploymentId: 'deployment_7' }
    },
  ])
  const { code, out } = await platform.type('deploy --image registry.example/shop:1')
  assert.equal(code, 0)
  assert.match(out, /^Deploying the image registry\.example\/shop:1 to hello\.\n/)
  assert.deepEqual(sent, [{ image: 'registry.example/shop:1' }])
  const { code: refused, err } = await platform.type('deploy --image shop --branch main')
  assert.equal(refused, 1)
  assert.match(err, /--image deploys no commit/)
})

test('berth deploy: one that failed ends with the line that says what is wrong, and what to do', async () => {
  const { platform } = await openFolder()
  await using _ = platform
  platform.deployments.push(deployment(7, 'FAIL'))
  const failure = {
    kind: 'build',
    message: 'npm run build exited with 2',
    advice: ['Repair it.', 'Its last lines:', '  what a program printed'],
    headline: {
      lineId: '1-1',
      date: 5,
      tool: 'TypeScript',
      sentence: 'TS2322: Type \u001b[2Jis wrong.',
      file: 'src/cart.ts',
      line: 3,
      column: 9,
    },
  }
  platform.api.answers.unshift([
    /^GET \/v4\/.*\/deployments\/deployment_7$/,
    () => ({ ...story(deployment(7, 'FAIL')), failure }),
  ])
  const { code, err } = await platform.type('restart --quiet')
  assert.equal(code, 1)
  assert.match(
    err,
    /Deployment 7 of hello failed: src\/cart\.ts:3:9: TS2322: Type is wrong\.\nRepair it\.\nIts log: /,
  )
  assert.match(err, /berth logs --no-follow --deployment-id deployment_7/)
  assert.doesNotMatch(err, /what a program printed/)
})

test('berth activity: shows branch, message and author, and why one failed', async () => {
  const { platform } = await openFolder()
  await using _ = platform
  const commitSummary = { author: 'Ada', message: 'Fix the cart\n\nmore', date: 5, url: null }
  const failed = { ...deployment(7, 'FAIL'), commitSummary }
  platform.deployments.push(failed)
  const more = {
    branch: 'main',
    comparison: null,
    failure: 'npm run build exited with 2',
    headline: 'src/cart.ts:3:9: TS2322: no',
  }
  platform.api.answers.unshift([/^GET \/v4\/.*\/deployments/, () => [{ ...failed, ...more }]])
  const { out } = await platform.type('activity')
  assert.match(out, /Git \(main\) +Fix the cart \(Ada\) +src\/cart\.ts:3:9: TS2322: no/)
  const [listed] = JSON.parse((await platform.type('activity --format json')).out)
  assert.deepEqual(
    [listed.commitSummary.author, listed.branch, listed.headline, listed.failure],
    ['Ada', more.branch, more.headline, more.failure],
  )
})
