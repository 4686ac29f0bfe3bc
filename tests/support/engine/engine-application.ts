import { hash } from 'node:crypto'
import { until } from '#kit/concurrency/timeout.ts'
import { limitsOf } from '#platform/hosting/deployments/instances/instances.ts'
import type { Artifact } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import type { OpenedEngine } from './process-engine.ts'
import { ask } from './recorded-instances.ts'

const runtime = createNodeRuntime(packagedCatalogue)
const timeout = 240_000
let count = 0

/** A build, and what the log of its deployment would say. */
export interface EngineBuild {
  state: 'OK' | 'FAIL'
  log: string[]
}

/**
 * A Node application that an engine builds and starts, without a repository, an API and a router: for variants of a build whose
 * deployment from a push is tested with one of them.
 */
export class EngineApplication {
  readonly #opened: OpenedEngine
  readonly #number: number
  readonly #id: `app_${number}`
  #latest: { artifact: Artifact; recipe: Recipe; environment: Environment } | undefined

  /** Those of one engine with the same number are the same application. */
  constructor(opened: OpenedEngine, number: number) {
    this.#opened = opened
    this.#number = number
    this.#id = `app_${number}`
  }

  /** Plans and builds these files as another version. */
  async build(
    files: Record<string, string>,
    environment: Environment = {},
    { withoutCache = false, flavor = 'M' } = {},
  ): Promise<EngineBuild> {
    const log: string[] = []
    const note = (line: string) => void log.push(line)
    try {
      const source = { ...filesSource(files), commit: hash('sha1', JSON.stringify(files)) }
      const recipe = await runtime.recipe(source, environment)
      log.push(...recipe.notes, ...recipe.warnings)
      const deploymentId = `deployment_${++count}` as const
      const limits = limitsOf(flavor)
      const order = { deploymentId, recipe, source, environment, limits, withoutCache }
      const artifact = await this.#opened.engine.build(
        sampleBuild({ ...order, ...this.#who(), onLine: note, say: note }),
      )
      await this.#discard()
      this.#latest = { artifact, recipe, environment }
      return { state: 'OK', log }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      log.push(error.message, ...error.advice)
      return { state: 'FAIL', log }
    }
  }

  /** What an instance of the latest build answers. */
  async answer(): Promise<string> {
    if (!this.#latest) throw new Error('nothing was built')
    const { artifact, recipe, environment } = this.#latest
    const { engine } = this.#opened
    const instanceId = `instance_${++count}`
    const given = { ...recipe.environment, ...environment }
    const { address } = await engine.start(
      sampleStart(artifact, instanceId, given, { ...this.#who(), recipe }),
    )
    const { text } = await until(() => ask(address), {
      timeout,
      every: 20,
      upTo: 200,
      what: `an answer of ${instanceId}`,
    })
    await engine.stop(instanceId, 0)
    return text
  }

  #who = () => ({ applicationId: this.#id, applicationNumber: this.#number })

  async #discard(): Promise<void> {
    if (this.#latest) await this.#opened.engine.discard(this.#latest.artifact)
  }
}
