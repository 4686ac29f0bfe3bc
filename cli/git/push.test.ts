import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSession } from '#cli/profiles/session.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import {
  application,
  applicationId,
  deployment,
  startFakePlatform,
} from '#tests/support/fake-platform.ts'
import { commitOf, gitIn } from './git.ts'
import { pushCommit } from './push.ts'

/** A folder with a commit, a bare repository to push to, and a platform that deploys pushes to it. */
async function pushing() {
  const platform = await startFakePlatform()
  const { folder, root } = platform
  const said: string[] = []
  const env = {
    ...platform.env,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const run = (...args: string[]) => spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })
  const terminal = { folder, env, err: (text: string) => void said.push(text) }
  const url = join(root, 'bare.git')
  run('init', '--quiet', '--bare', url)
  run('init', '--quiet', '--initial-branch', 'work')
  const commit = (...flags: string[]) =>
    run('commit', '--quiet', '--allow-empty', '-m', 'x', ...flags)
  commit()

  platform.applications.push(application(applicationId, 'hello'))
  await platform.type('login --local')
  const { client } = await openSession({ terminal, options: { profile: undefined } })
  const git = gitIn(terminal)
  return {
    platform,
    git,
    url,
    commit,
    run,
    said,
    async push(force = false) {
      const head = await commitOf(git, undefined)
      platform.api.answers.unshift([
        /\/deployments$/,
        () => {
          const arrived = run('--git-dir', url, 'rev-parse', 'master').stdout.trim() === head
          return arrived
            ? [deployment(2, 'WIP', head), deployment(1, 'OK', head)]
            : [deployment(1, 'OK', head)]
        },
      ])
      const access = { url, hasAuthority: false, settings: [['user.nothing', ''] as const] }
      const wire = application(applicationId, 'hello') as unknown as Application
      return pushCommit({ git, client, access, application: wire, commit: head, force })
    },
  }
}

test('push: returns the new deployment of the commit, not an earlier one of the same commit', async () => {
  const { platform, push } = await pushing()
  await using _ = platform
  assert.equal(await push(), 'deployment_2')
})

test('push: a commit that is already deployed starts nothing', async () => {
  const { platform, push } = await pushing()
  await using _ = platform
  await push()
  assert.equal(await push(), undefined)
})

test('push: a non-fast-forward is refused with a hint, and --force replaces it', async () => {
  const { platform, push, commit } = await pushing()
  await using _ = platform
  await push()
  commit('--amend', '--date', '2001-01-01T00:00:00Z')
  await assert.rejects(push(), {
    message: /^The push was refused: \[rejected\] \((non-fast-forward|fetch first)\)\.$/,
    hint: 'The platform has commits that you do not have; --force replaces them.',
  })
  assert.equal(await push(true), 'deployment_2')
})

test('commit to deploy: no repository, no commit and an unknown branch are refused', async () => {
  const { platform, git, run } = await pushing()
  await using _ = platform
  await assert.rejects(commitOf(git, 'nope'), /no local branch 'nope'/)
  await assert.rejects(commitOf(git, '--help'), /no local branch '--help'/)
  run('checkout', '--quiet', '--orphan', 'empty')
  await assert.rejects(commitOf(git, undefined), /no commit to deploy/)
  await rm(join(platform.folder, '.git'), { recursive: true })
  await assert.rejects(commitOf(git, undefined), /not a Git repository/)
})

test('push: a connection or certificate error is not reported as a refusal, and the hint names the authority', async () => {
  const { platform, push, url } = await pushing()
  await using _ = platform
  await rm(url, { recursive: true })
  await assert.rejects(push(), {
    message: 'Git could not push.',
    hint: /`berth login --ca ca\.pem`/,
  })
})
