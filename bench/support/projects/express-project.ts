import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { firstAnswer } from '#bench/support/first-answer.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { root } from '#tests/laws/source-tree.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { linkProject } from './linked-project.ts'
import { lockFileOf, type Manager, recipeOf } from './managers.ts'

const example = join(root, 'examples/express')
const greeting = 'Hello from Express'
const listen = "'0.0.0.0')"
const timeout = 120_000
/** Makes the version of each project unique, so that none reuses another's installed dependencies. */
let versions = 0

const readExample = async (name: string) => JSON.parse(await readFile(join(example, name), 'utf8'))

/**
 * The Express example in a user's folder, linked to an application. Each commit responds with its own body and logs it
 * on listen, so that measuring needs no polling of the router.
 */
export interface ExpressProject {
  folder: string
  application: Application
  env: NodeJS.ProcessEnv
  /** Variables of the application. */
  variables: Record<string, string>
  /** Install and start commands of its package manager. */
  recipe: Recipe
  /** Response body of the newest commit. */
  readonly body: string
  /** Commits a change of the code only, or one that requires a new installation. */
  commit(what: 'code' | 'dependencies'): Promise<void>
  /** Pushes as a user does; returns the milliseconds until a visitor gets the new version. */
  push(onPushed?: () => void): Promise<number>
}

export async function createExpressProject(
  berth: TestBerth,
  name: string,
  manager: Manager = 'npm',
): Promise<ExpressProject> {
  const linked = await linkProject(berth, name, 'express')
  const { project, application, host, port } = linked
  const { CC_NODE_BUILD_TOOL: tool, ...others } = await readExample('environment.json')
  const variables: Record<string, string> =
    manager === 'npm' ? { CC_NODE_BUILD_TOOL: tool, ...others } : others
  if (manager !== 'npm') {
    await rm(join(project.folder, 'package-lock.json'))
    await project.write(await lockFileOf(manager))
  }
  const recipe = await recipeOf(manager)
  await berth.client.environment.replace(application, variables)
  const server = await readFile(join(example, 'server.js'), 'utf8')
  const packageJson = await readExample('package.json')
  let body = greeting

  return {
    folder: project.folder,
    application,
    env: project.env,
    variables,
    recipe,
    get body() {
      return body
    },
    async commit(what) {
      const number = ++versions
      body = `${greeting}, version ${number}`
      const told = listen.replace(')', `, () => console.log(${JSON.stringify(body)}))`)
      const files = { 'server.js': server.replace(greeting, body).replace(listen, told) }
      const manifest = { ...packageJson, version: `1.0.${number}` }
      const more = what === 'dependencies' && { 'package.json': JSON.stringify(manifest) }
      await project.write({ ...files, ...more })
      await project.commit(`Version ${number}`)
    },
    async push(onPushed = () => {}) {
      const listening = withTimeout(linked.line(body), timeout, `the line ${body}`)
      const begin = performance.now()
      await Promise.all([project.git('push', 'berth', 'master').then(onPushed), listening])
      await firstAnswer({ port, host, body })
      const milliseconds = performance.now() - begin
      await linked.settled()
      return milliseconds
    },
  }
}
