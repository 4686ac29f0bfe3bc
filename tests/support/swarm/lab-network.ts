import { randomInt } from 'node:crypto'
import { run, runOrThrow } from '#kit/process/subprocess.ts'

/** A bridge with network namespaces on it; none has a way to anywhere else. */
export interface LabNetwork extends AsyncDisposable {
  bridgeAddress: string
  subnet: string
  namespaces: { namespace: string; address: string }[]
}

const ip = (...words: string[]) => runOrThrow(['ip', ...words])

export async function openLabNetwork(count: number): Promise<LabNetwork> {
  const number = randomInt(1, 250)
  const mark = `blab${number}`
  const addressOf = (last: number) => `10.198.${number}.${last}`
  const namespaces = Array.from({ length: count }, (_, index) => ({
    namespace: `${mark}n${index}`,
    address: addressOf(index + 1),
  }))
  const remove = async () => {
    for (const { namespace } of namespaces) await run(['ip', 'netns', 'delete', namespace])
    await run(['ip', 'link', 'delete', mark])
  }
  // Fails when another lab has this number; what is removed after a later failure is then one's own.
  await ip('link', 'add', mark, 'type', 'bridge')
  try {
    await ip('address', 'add', `${addressOf(254)}/24`, 'dev', mark)
    await ip('link', 'set', mark, 'up')
    for (const { namespace, address } of namespaces) {
      await ip('netns', 'add', namespace)
      const veth = `v${namespace}`
      await ip('link', 'add', veth, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      await ip('link', 'set', veth, 'master', mark, 'up')
      await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) await ip('-n', namespace, 'link', 'set', device, 'up')
      // Swarm wants a default route; it leads to the bridge and no further.
      await ip('-n', namespace, 'route', 'add', 'default', 'via', addressOf(254))
    }
  } catch (error) {
    await remove()
    throw error
  }
  return {
    bridgeAddress: addressOf(254),
    subnet: `${addressOf(0)}/24`,
    namespaces,
    [Symbol.asyncDispose]: remove,
  }
}
