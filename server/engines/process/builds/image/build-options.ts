import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { DockerfileBuild } from '#platform/model/hosting/recipe/recipe.ts'

export interface BuildOptions {
  /** Words for `buildah build`, before the folder of the source. */
  words: string[]
  /** Variables with the secrets. */
  environment: Record<string, string>
}

/** What Buildah gets of a recipe, with the source in this folder. */
export function buildOptions(
  { path, buildArguments, secrets = [] }: DockerfileBuild,
  { environment, withoutCache }: Pick<BuildOrder, 'environment' | 'withoutCache'>,
  context: string,
): BuildOptions {
  const given = (names: readonly string[]) =>
    names.flatMap((name, index) => {
      const value = environment[name]
      return value === undefined ? [] : [{ name, value, variable: `BERTH_SECRET_${index}` }]
    })
  return {
    words: [
      ...['--isolation', 'chroot', '--format', 'docker', '--layers'],
      ...['--file', `${context}/${path}`],
      ...(withoutCache ? ['--no-cache'] : []),
      ...given(buildArguments).flatMap(({ name, value }) => ['--build-arg', `${name}=${value}`]),
      ...given(secrets).flatMap(({ name, variable }) => ['--secret', `id=${name},env=${variable}`]),
    ],
    environment: Object.fromEntries(given(secrets).map(({ variable, value }) => [variable, value])),
  }
}
