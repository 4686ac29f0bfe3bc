import { randomBytes } from 'node:crypto'
import { until } from '#kit/concurrency/timeout.ts'
import { runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'

/** The machine of a person with WireGuard, in a network namespace. */
export interface ExternalPeer extends AsyncDisposable {
  publicKey: string
  /** Brings its interface up with a configuration in which the private key is left open. */
  join(configuration: string): Promise<void>
  /** The answer to an HTTP request, or an error in words. */
  get(url: string): Promise<string>
}

const ask = `fetch(process.argv[1], { signal: AbortSignal.timeout(60_000) })
  .then((answer) => answer.text())
  .then((text) => console.log(text), (error) => console.log(error.cause?.code ?? error.name))`

export async function openExternalPeer(): Promise<ExternalPeer> {
  const name = `btest${randomBytes(4).toString('hex')}`
  const { publicKey, privateKey } = newKeyPair()
  await runOrThrow(['ip', 'netns', 'add', name])
  // Without a link of its own: the UDP socket stays on this machine, as that of a person's machine is on the Internet.
  await runOrThrow(['wireguard-go', name])
  // It answers once it has found its interface, which it does not after the move.
  await runOrThrow(['wg', 'show', name, 'listen-port'])
  await runOrThrow(['ip', 'link', 'set', name, 'netns', name])
  return {
    publicKey,
    async join(configuration) {
      const lines = configuration.replace('<%PrivateKey%>', privateKey).split('\n')
      const own = lines.filter((line) => /^Address\s*=/.test(line))
      const addresses = own.map((line) => line.split('=')[1]?.trim() ?? '')
      const rest = lines.filter((line) => !/^(Address|DNS|MTU)\s*=/.test(line)).join('\n')
      const setting = ['ip', 'netns', 'exec', name, 'wg', 'setconf', name, '/dev/stdin'] as const
      await runSmallOrThrow(setting, { input: rest, timeout: 60_000 })
      const networks = [...rest.matchAll(/^AllowedIPs\s*=\s*(.*)$/gm)].flatMap(([, list = '']) =>
        list.split(',').map((each) => each.trim()),
      )
      const batch = [
        ...addresses.map((address) => `addr add ${address} dev ${name}`),
        `link set ${name} up`,
        ...networks.map((network) => `route replace ${network} dev ${name}`),
      ]
      await runOrThrow(['ip', '-n', name, '-batch', '-'], { input: `${batch.join('\n')}\n` })
    },
    async get(url) {
      const { stdout } = await run(['ip', 'netns', 'exec', name, process.execPath, '-e', ask, url])
      return stdout.trim()
    },
    async [Symbol.asyncDispose]() {
      await run(['ip', '-n', name, 'link', 'del', name])
      await run(['ip', 'netns', 'del', name])
      const socket = `/var/run/wireguard/${name}.sock`
      const isGone = async () => (await run(['test', '-e', socket])).code !== 0
      await until(isGone, { timeout: 60_000, what: 'the end of wireguard-go' })
    },
  }
}
