import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { openLiveApplication, two } from '#tests/support/applications/live-application.ts'
import { stopInstance } from './instances.ts'
import { isHopeless } from './supervise.ts'

test('supervision: an instance that is stopped during a restart stays stopped', async () => {
  let begins = () => {}
  const begun = new Promise<void>((resolve) => {
    begins = resolve
  })
  let goOn = () => {}
  const stopped = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async revive(instance) {
        begins()
        await stopped
        return parts.engine.revive(instance)
      },
    },
  }))
  const { platform, application, traffic } = setup
  const [{ id } = assert.fail()] = await platform.store.instances.listOf(application.id)
  const [{ host, port } = assert.fail()] = traffic.addressesOf(application.id)
  await fetch(`http://${host}:${port}/exit/1`)
  await begun
  await stopInstance(platform, id, 0)
  goOn()
  await until(
    async () => {
      const answers = await fetch(`http://${host}:${port}/`).catch(() => undefined)
      return revived(await setup.lines(application.id)) === 0 && !answers
    },
    { timeout: 300_000, what: 'the end of the instance' },
  )
  assert.equal(await platform.engine.isRunning(id), false)
})

test('supervision: visitors follow an instance that comes back at another address, and the activity says why', async () => {
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async revive(instance) {
        // As on another machine: the old address is lost, so a free port is taken.
        const { address, ...others } = instance
        return parts.engine.revive({ ...others, address: { ...address, port: 0 } })
      },
    },
  }))
  const { platform, application, traffic } = setup
  const [{ host, port } = assert.fail()] = traffic.addressesOf(application.id)
  await fetch(`http://${host}:${port}/exit/1`)
  const moved = await until(
    () => traffic.addressesOf(application.id).find((address) => address.port !== port),
    { timeout: 300_000, what: 'the new route' },
  )
  assert.equal((await fetch(`http://${moved.host}:${moved.port}/`)).status, 200)
  const cause = await until(
    async () =>
      (await platform.store.deployments.listOf(application.id, { limit: 10 })).find(({ cause }) =>
        /another machine/.test(cause),
      )?.cause,
    { timeout: 300_000, what: 'the activity' },
  )
  assert.match(cause, /^Instance 0 exited with code 1\. It runs on another machine now\.$/)
})

test('a supervision that closes waits for what is being started again, and lets it run', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async revive(instance) {
        begun.resolve()
        await goOn.promise
        return parts.engine.revive(instance)
      },
    },
  }))
  const { platform, application, traffic } = setup
  const [{ id } = assert.fail()] = await platform.store.instances.listOf(application.id)
  const [{ host, port } = assert.fail()] = traffic.addressesOf(application.id)
  await fetch(`http://${host}:${port}/exit/1`)
  await begun.promise
  let isClosed = false
  const closing = Promise.resolve(platform.supervision.close()).then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  assert.equal(isClosed, false)
  goOn.resolve()
  await closing
  assert.equal(await platform.engine.isRunning(id), true)
  assert.equal(revived(await setup.lines(application.id)), 1)
})

test('supervision: an instance that was kept twice is restarted once', async () => {
  let revivals = 0
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      revive(instance) {
        revivals += 1
        return parts.engine.revive(instance)
      },
    },
  }))
  const { platform, application, traffic } = setup
  const [{ id } = assert.fail()] = await platform.store.instances.listOf(application.id)
  const [{ host, port } = assert.fail()] = traffic.addressesOf(application.id)
  await fetch(`http://${host}:${port}/exit/1`)
  platform.supervision.keep(id)
  await until(async () => revived(await setup.lines(application.id)) > 0, {
    timeout: 300_000,
    what: 'the revival',
  })
  platform.supervision.keep(id)
  const exits = (await setup.lines(application.id)).filter((line) => /exited with/.test(line))
  assert.deepEqual([exits.length, revivals], [1, 1])
})

test('supervision: an instance that crashes twice during its deployment is restarted and goes live', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'exit-twice')
  await setVariable(platform, application, 'CC_HEALTH_CHECK_DEADLINE', '60s')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'live')
  const lines = await setup.lines(application.id)
  assert.equal(lines.filter((line) => /exited with code 3\. Restarting in/.test(line)).length, 2)
  // The last restart is logged concurrently with the switch.
  await until(async () => revived(await setup.lines(application.id)) === 2, {
    timeout: 300_000,
    what: 'the second revival',
  })
})

test('supervision: an instance that keeps exiting at once fails its deployment before the deadline', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'exit')
  await setVariable(platform, application, 'CC_HEALTH_CHECK_DEADLINE', '25m')
  const deployment = await setup.deploy(application, two)
  assert.deepEqual(
    [deployment.state, deployment.failure],
    ['failed', 'Instance 0 exited with code 3.'],
  )
  const lines = await setup.lines(application.id)
  assert.ok(lines.includes('It was started 4 times, and ended each time.'), lines.join('\n'))
  assert.ok(lines.includes('Its last lines:'), lines.join('\n'))
  assert.equal(
    lines.some((line) => /foreground/.test(line)),
    false,
  )
})

test('supervision: a problem that no restart solves fails the deployment at the first exit, with advice', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'exit')
  // An instance of the memory engine prints it.
  await setVariable(platform, application, 'PORT', 'The authentication type 10 is not supported')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'failed')
  const lines = await setup.lines(application.id)
  assert.match(lines.join('\n'), /The PostgreSQL driver is too old to log in/)
  assert.equal(revived(lines), 0)
})

const revived = (lines: string[]) => lines.filter((line) => /was restarted/.test(line)).length

const quick = { code: 1, duration: 200 }
const slow = { code: 1, duration: 20_000 }

test('crash policy: a start command that exits at once is given up after the fourth time in a row', () => {
  assert.equal(isHopeless([quick, quick, quick]), false)
  assert.equal(isHopeless([quick, quick, quick, quick]), true)
  assert.equal(isHopeless([quick, quick, slow, quick, quick]), false)
})

test('crash policy: a missing command is given up at once', () => {
  assert.equal(isHopeless([{ code: 127, duration: 90_000 }]), true)
  assert.equal(isHopeless([{ code: 126, duration: 10 }]), true)
  assert.equal(isHopeless([]), false)
})
