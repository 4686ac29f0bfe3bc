import { until } from '#kit/concurrency/timeout.ts'
import type { ProcessResult } from '#kit/process/subprocess.ts'
import type { Machine } from './machine.ts'

const timeout = 900_000
const berth = '/opt/berth/bin/berth'

/** The application of the guide, as whoever has typed it in `/root/hello` of the first machine goes on with it. */
export interface GuideApplication {
  host: string
  /** Changes the code and the version that the application tells. */
  commit(version: string): Promise<void>
  /** Whether the server of the CLI can change it. */
  isChangeable(): Promise<boolean>
  /** Pushes and follows the deployment. */
  deploy(): Promise<ProcessResult>
  /** Pushes alone. */
  push(): Promise<ProcessResult>
  /** States of all deployments, oldest first. */
  states(): Promise<string[]>
  /** Waits until so many deployments have ended; returns their states. */
  ended(count: number): Promise<string[]>
}

export async function openGuideApplication(machine: Machine): Promise<GuideApplication> {
  const inProject = (command: string) => `cd /root/hello\n${command}`
  const named = await machine.type(inProject(`${berth} open --print | tail -n 1`))
  const states = async () => {
    const { code, stdout } = await machine.run(inProject(`${berth} activity --format json`))
    if (code !== 0) return []
    return (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)
  }
  return {
    host: new URL(named.trim()).hostname,
    states,
    isChangeable: async () =>
      (await machine.run(inProject(`${berth} env set TRIED yes`))).code === 0,
    deploy: () => machine.run(inProject(`${berth} deploy`)),
    push: () => machine.run(inProject('git push berth master')),
    async commit(version) {
      await machine.type(
        inProject(`${berth} env set VERSION ${version}
echo 'version ${version}' > news.txt
git add --all
git -c user.name=Ada -c user.email=ada@example.org commit --quiet --message 'Version ${version}'`),
      )
    },
    ended: (count) =>
      until(
        async () => {
          const all = await states()
          return all.length >= count && !all.includes('WIP') && all
        },
        { timeout, every: 1000, what: `the end of ${count} deployments` },
      ),
  }
}
