import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type Bench, type Figure, median, quantile } from './support/figure.ts'
import { cpuSeconds } from './support/process-usage.ts'

const calls = 200
const floodSeconds = 12

/** Effect of `yes ''` in one instance on other users' calls, the server and the disk. */
export default {
  name: 'output-flood',
  async run() {
    await using berth = await TestBerth.start()
    const application = await PushedApplication.create(berth, 'flooding')
    await application.deploy(files)
    await application.visit()

    const alone = await measure(berth)
    const begin = cpuSeconds(berth.pid)
    const began = performance.now()
    await application.visit('/flood')
    await until(() => bytesOnDisk(berth), { timeout: 5000, what: 'output' })
    const beside = await measure(berth)
    const seconds = (performance.now() - began) / 1000
    const cpu = (cpuSeconds(berth.pid) - begin) / seconds
    const megabytes = (await bytesOnDisk(berth)) / 1024 / 1024
    return [
      latency('API latency beside an output flood', beside.middle, alone.middle, 4),
      latency('the same, 95 of 100 calls', beside.slow, alone.slow, 6),
      { name: 'CPU of the server meanwhile', value: cpu * 100, unit: '%', budget: 40 },
      { name: 'disk of logs and output after a flood', value: megabytes, unit: 'MB', budget: 100 },
    ]
  },
} satisfies Bench

const files = {
  'package.json': JSON.stringify({ name: 'flooding', scripts: { start: 'node server.js' } }),
  'server.js': `
    const { spawn } = require('node:child_process')
    require('node:http').createServer((request, response) => {
      if (request.url === '/flood') spawn('timeout', ['${floodSeconds}', 'yes', ''], { stdio: 'inherit' })
      response.end('here')
    }).listen(8080, '0.0.0.0')`,
}

async function measure({ client }: TestBerth): Promise<{ middle: number; slow: number }> {
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const begin = performance.now()
    await client.self.get()
    times.push(performance.now() - begin)
  }
  return { middle: median(times), slow: quantile(times, 0.95) }
}

const latency = (name: string, value: number, referenceValue: number, budget: number): Figure => ({
  name,
  value,
  unit: 'ms',
  reference: 'alone',
  referenceValue,
  budget,
  ratio: value / referenceValue,
})

async function bytesOnDisk({ data }: TestBerth): Promise<number> {
  const { stdout } = await run(['du', '-skc', `${data}/logs`, `${data}/engine/instances`])
  return Number(/^(\d+)\s+total$/m.exec(stdout)?.[1]) * 1024
}
