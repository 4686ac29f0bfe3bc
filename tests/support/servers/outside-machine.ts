import { randomBytes, randomInt } from 'node:crypto'
import { type ProcessResult, run, runOrThrow } from '#kit/process/subprocess.ts'

/** Another machine beside this one: a network namespace at the other end of a veth, which leads nowhere else. */
export interface OutsideMachine extends AsyncDisposable {
  /** Address of this machine on that link; no other interface has it. */
  readonly address: string
  /** Its network namespace, and its own address there. */
  readonly own: { namespace: string; address: string }
  /** Runs a program there. */
  run(command: readonly string[]): Promise<ProcessResult>
}

const timeout = 300_000

export async function openOutsideMachine(): Promise<OutsideMachine> {
  const mark = randomBytes(4).toString('hex')
  const [netns, veth] = [`btesto${mark}`, `bto${mark}`]
  const network = `198.18.${randomInt(64, 128)}.${4 * randomInt(64)}`.split('.')
  const nth = (n: number) => [...network.slice(0, 3), Number(network[3]) + n].join('.')
  await using open = new AsyncDisposableStack()
  open.defer(async () => {
    await run(['ip', 'link', 'del', veth])
    await run(['ip', 'netns', 'del', netns])
  })
  await runOrThrow(['ip', 'netns', 'add', netns])
  await runOrThrow(['ip', '-batch', '-'], {
    input: `link add ${veth} type veth peer name eth0 netns ${netns}
link set ${veth} addrgenmode none
addr add ${nth(1)}/30 dev ${veth}
link set ${veth} up
`,
  })
  await runOrThrow(['ip', '-netns', netns, '-batch', '-'], {
    input: `link set lo up\naddr add ${nth(2)}/30 dev eth0\nlink set eth0 up\n`,
  })
  const opened = open.move()
  return {
    address: nth(1),
    own: { namespace: netns, address: nth(2) },
    run: (command) => run(['ip', 'netns', 'exec', netns, ...command], { timeout }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
