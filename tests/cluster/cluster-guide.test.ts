import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stepsOf } from '#tests/support/machines/guide-steps.ts'
import { openThreeMachines, type ThreeMachines } from '#tests/support/machines/three-machines.ts'

let lab: ThreeMachines
before(async () => {
  lab = await openThreeMachines()
})
after(() => lab?.[Symbol.asyncDispose]())

for (const { line, part, machines, script } of stepsOf('docs/operating/cluster.md')) {
  test(`guide for three machines: ${part} (line ${line})`, async () => {
    for (const name of machines) console.log(await lab.machines[name].type(lab.addressed(script)))
  })
}
test('logs', async () => {
  for (const [n, u] of [['one','berth'],['one','berth-edge'],['two','berth']] as const)
    console.log(n, u, await lab.machines[n].log(u))
  console.log(await lab.machines.one.run('cd /root/hello; /opt/berth/bin/berth activity --format json; tail -30 /srv/berth-edge/router/haproxy.log; for f in /proc/[0-9]*; do true; done'))
  if (process.env.HOLD) await new Promise((resolve) => setTimeout(resolve, 400_000))
})
