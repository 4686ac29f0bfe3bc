import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { BuildContainer } from './build-container.ts'

/** Run by the build's own user in its own container, so no link can lead it to files of others. */
const keepOnly = `set -e
mkdir .berth-kept
for path in "$@"; do
  [ -e "$path" ] || [ -L "$path" ] || { echo "There is nothing to be kept at $path."; continue; }
  mkdir -p ".berth-kept/$(dirname "$path")"
  mv -- "$path" ".berth-kept/$path"
done
find . -mindepth 1 -maxdepth 1 ! -name .berth-kept -exec rm -rf {} +
find .berth-kept -mindepth 1 -maxdepth 1 -exec mv -t . {} +
rmdir .berth-kept
`

/** Reduces the application's folder to the files to keep. */
export async function leaveKept(
  container: BuildContainer,
  kept: NonNullable<Recipe['kept']>,
  say: (line: string) => void,
): Promise<void> {
  const paths = ('only' in kept ? kept.only : kept.without).map(cleaned)
  const outer = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
  const code =
    'only' in kept
      ? await container.call(['sh', '-c', keepOnly, 'sh', ...new Set(outer)])
      : await container.call(['rm', '-rf', '--', ...paths])
  if (code === 0) return
  say('The files to keep could not be chosen.')
  throw new Failure('build', `Choosing the files to keep exited with ${code}.`)
}

/** Normalises a path written by an owner: `./dist/` is `dist`. */
function cleaned(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (path.startsWith('/') || names.length === 0 || names.includes('..') || path.includes('\0')) {
    throw new Failure(
      'build',
      `${JSON.stringify(path)} is not a path inside the application's folder.`,
    )
  }
  return names.join('/')
}
