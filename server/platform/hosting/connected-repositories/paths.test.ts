import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnectedScene } from '#tests/support/git-host/connected-scene.ts'

const paths = ['services/shop']
const files = { 'services/shop/a': '1', 'docs/a.md': 'a' }

/** An application of which one folder is deployed, after its first deployment. */
async function openPathScene() {
  const scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect({ paths })
  await scene.seen(first)
  const deployed = async (commit: string) =>
    (await scene.seen(commit)).map((deployment) => deployment.commit)
  return {
    ...scene,
    first,
    /** Looks, and returns the commits that were deployed, oldest first. */
    async look(commit: string) {
      await scene.check()
      return deployed(commit)
    },
    /** Connects another branch, and returns the commits that were deployed by the look at it. */
    async turnTo(branch: string, commit: string) {
      await scene.connect({ paths, branch })
      return deployed(commit)
    },
  }
}

test('paths: another branch is deployed where its folder differs from what was seen, and left out where not', async () => {
  await using scene = await openPathScene()
  const { host, first } = scene
  const elsewhere = await host.commit('shop', { 'docs/a.md': 'b' }, { branch: 'docs' })
  assert.deepEqual(await scene.turnTo('docs', elsewhere), [first])
  assert.equal((await scene.stored()).headBranch, 'docs')
  const lines = await scene.lines(scene.application.id)
  assert.ok(lines.some((line) => line.includes('changes nothing in services/shop')))
  const inside = await host.commit('shop', { 'services/shop/a': '2' }, { branch: 'work' })
  assert.deepEqual(await scene.turnTo('work', inside), [first, inside])
  assert.deepEqual(await scene.turnTo('main', first), [first, inside, first])
})

test('paths: a forced push is compared with what was seen before, not with its own parent', async () => {
  await using scene = await openPathScene()
  const { host, first } = scene
  const second = await host.commit('shop', { 'services/shop/a': '2' })
  assert.deepEqual(await scene.look(second), [first, second])
  const rewrite = (message: string) => {
    const change = { 'docs/a.md': message }
    return host.commit('shop', change, { message })
  }
  await host.git('shop', 'reset', '--quiet', '--hard', first)
  const removing = await rewrite('the folder is what it was at first')
  assert.deepEqual(await scene.look(removing), [first, second, removing])
  await host.git('shop', 'reset', '--quiet', '--hard', first)
  const same = await rewrite('another message')
  assert.deepEqual(await scene.look(same), [first, second, removing])
})

test('paths: a commit is deployed where nothing knows any more what was seen before it', async () => {
  await using scene = await openPathScene()
  const { host, first, platform, application } = scene
  const unknown = 'f'.repeat(40)
  await platform.store.connectedRepositories.change(application.id, { head: unknown })
  const outside = await host.commit('shop', { 'docs/a.md': 'b' })
  assert.deepEqual(await scene.look(outside), [first, outside])
})
