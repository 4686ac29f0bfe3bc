import { firstAnswer } from '#bench/support/first-answer.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { linkProject } from './linked-project.ts'

const timeout = 600_000

/** A Node application without dependencies. Each commit answers and logs its own body. */
export interface SteadyProject {
  folder: string
  readonly body: string
  commit(): Promise<void>
  /** Pushes as a user does; returns the milliseconds until a visitor gets the new version. */
  push(): Promise<number>
}

const serverOf = (body: string) => `require('node:http')
  .createServer((request, response) => response.end(${JSON.stringify(body)}))
  .listen(8080, '0.0.0.0', () => console.log(${JSON.stringify(body)}))
`

export async function createSteadyProject(berth: TestBerth, name: string): Promise<SteadyProject> {
  const linked = await linkProject(berth, name)
  const { project, host, port } = linked
  const start = { name, private: true, scripts: { start: 'node server.js' } }
  await project.write({ 'package.json': JSON.stringify(start) })
  let number = 0
  let body = ''
  return {
    folder: project.folder,
    get body() {
      return body
    },
    async commit() {
      number += 1
      body = `version ${number}`
      await project.write({ 'server.js': serverOf(body) })
      await project.commit(body)
    },
    async push() {
      const listening = withTimeout(linked.line(body), timeout, `the line ${body}`)
      const begin = performance.now()
      await Promise.all([project.git('push', 'berth', 'master'), listening])
      await firstAnswer({ port, host, body, timeout })
      const milliseconds = performance.now() - begin
      await linked.settled()
      return milliseconds
    },
  }
}
