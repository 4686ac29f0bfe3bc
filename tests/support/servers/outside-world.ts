import '#tests/support/home/own-home.ts'
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'

/** Network of every outside world; it is a special range, which an operator has to allow. */
export const outsideNetwork = '198.18.0.0/15'

/** A server behind a veth of its own, in a network namespace: builds and instances reach it, but not this machine. */
export interface OutsideWorld extends AsyncDisposable {
  address: Address
  /** This machine's address on the veth. */
  here: string
  /** Whether a server on this side can be reached from the namespace, which has a route to it. */
  reaches(target: Address): Promise<boolean>
}

/** Responds with the client's address. */
const server = `require('node:http')
  .createServer((request, response) => response.end(request.socket.remoteAddress))
  .listen(80, '0.0.0.0', () => console.log('ready'))`

/** A Node program for the server, which prints a line once it listens, and its variables. */
export interface WorldProgram {
  args: string[]
  environment?: Record<string, string>
  port: number
}

export async function openOutsideWorld(
  { args, environment, port }: WorldProgram = { args: ['-e', server], port: 80 },
): Promise<OutsideWorld> {
  const name = `btest${randomBytes(4).toString('hex')}`
  const subnet = `198.18.${randomInt(256)}.${randomInt(64) * 4}`
  const nth = (place: number) => subnet.replace(/\d+$/, (last) => String(Number(last) + place))
  const [here, there] = [nth(1), nth(2)]
  await runOrThrow(['ip', '-batch', '-'], {
    input: `netns add ${name}
link add ${name} type veth peer name eth0 netns ${name}
addr add ${here}/30 dev ${name}
link set ${name} up
`,
  })
  await runOrThrow(['ip', '-netns', name, '-batch', '-'], {
    input: `link set lo up\naddr add ${there}/30 dev eth0\nlink set eth0 up\nroute add default via ${here}\n`,
  })
  const child = spawn('ip', ['netns', 'exec', name, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  await withTimeout(once(child.stdout, 'data'), 60_000, 'the server of the outside world')
  return {
    address: { host: there, port },
    here,
    async reaches({ host, port }) {
      const seek = 'exec 3<> "/dev/tcp/$1/$2"'
      const words = ['timeout', '2', 'bash', '-c', seek, 'bash', host, String(port)]
      return (await run(['ip', 'netns', 'exec', name, ...words])).code === 0
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'close')
      await runOrThrow(['ip', 'netns', 'del', name])
    },
  }
}
