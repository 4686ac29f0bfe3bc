import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact, BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { createDockerRuntime } from '#runtimes/docker/docker-runtime.ts'
import { sampleBuild, sampleSource } from '#tests/support/applications/sample-application.ts'

export interface TestImage {
  artifact: Artifact
  recipe: Recipe
  /** Output of the build. */
  lines: string[]
}

/** A static program, which is the only one of many test images. */
export const busybox = '/usr/bin/busybox'

export interface TestImageOptions extends Partial<Omit<BuildOrder, 'source'>> {
  files?: Record<string, string>
  /** Written as they are. */
  archives?: Record<string, Buffer>
  environment?: Record<string, string>
}

/** Builds a Dockerfile beside these files and, as `busybox`, a static program. */
export async function buildTestImage(
  engine: Engine,
  dockerfile: string,
  { files = {}, archives = {}, environment = {}, ...more }: TestImageOptions = {},
): Promise<TestImage> {
  const written = sampleSource('3'.repeat(40), { Dockerfile: dockerfile, ...files })
  const source = {
    ...written,
    async extract(folder: string, signal?: AbortSignal) {
      await written.extract(folder, signal)
      await copyFile(busybox, join(folder, 'busybox'))
      for (const [name, bytes] of Object.entries(archives)) {
        await writeFile(join(folder, name), bytes)
      }
    },
  }
  const recipe = await createDockerRuntime().recipe(source, environment)
  const lines: string[] = []
  const artifact = await engine.build(
    sampleBuild({ recipe, source, environment, onLine: (line) => lines.push(line), ...more }),
  )
  return { artifact, recipe, lines }
}
