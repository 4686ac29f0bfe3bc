import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { tagOf } from '#engines/swarm/images/registry.ts'
import { containerPaths } from '#engines/swarm/swarm-parts.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { BuildContainer } from './build-container.ts'

/** In the volume that the builds of an application share. */
const store = `${containerPaths.cache}/berth-build-caches`

/** Limits of the caches of one application. */
const limits = { megabytes: 1024, inodes: 100_000 }

// Both scripts are run by the build's own user in its own container, so no link can lead them to files of others.

/** Arguments: folder of the caches, key, paths. A copy, so that a build that fails leaves them as they were. */
const restoreScript = `store=$1 key=$2
shift 2
[ "$(cat "$store/key" 2>/dev/null)" = "$key" ] || exit 0
place=0
for path in "$@"; do
  if [ -d "$store/$place" ] && ! [ -e "$path" ] && ! [ -L "$path" ]; then
    mkdir -p -- "$(dirname -- "$path")" && cp -a -- "$store/$place" "$path"
  fi
  place=$((place + 1))
done
`

/** Arguments: folder of the caches, key, largest size in MB, most files, paths. */
const keepScript = `set -e
store=$1 key=$2 megabytes=$3 inodes=$4
shift 4
rm -rf -- "$store" "$store.new"
total=0 count=0
for path in "$@"; do
  [ -d "$path" ] && ! [ -L "$path" ] || continue
  total=$((total + $(du --summarize --block-size=1M -- "$path" | cut -f 1)))
  count=$((count + $(du --summarize --inodes -- "$path" | cut -f 1)))
done
if [ "$total" -gt "$megabytes" ] || [ "$count" -gt "$inodes" ]; then
  echo "The build cache is not kept: it takes more than $megabytes MB or $inodes files."
  exit 0
fi
mkdir -- "$store.new"
place=0
for path in "$@"; do
  if [ -d "$path" ] && ! [ -L "$path" ]; then cp -a -- "$path" "$store.new/$place"; fi
  place=$((place + 1))
done
printf '%s' "$key" > "$store.new/key"
mv -- "$store.new" "$store"
`

/** Folders of the application that the next build finds as this one has left them, such as installed gems. */
export interface BuildCaches {
  /** Copies what the last successful build has left into the application's folder. */
  restore(container: BuildContainer): Promise<void>
  /** Copies what this build has left, in place of the earlier ones. */
  keep(container: BuildContainer): Promise<void>
}

/** Without a volume for them nothing is kept. The image says with which tools they were made: a cache can hold compiled code. */
export function buildCachesOf(
  { recipe, withoutCache }: Pick<BuildOrder, 'recipe' | 'withoutCache'>,
  { volume, tools }: { volume: string | undefined; tools: PinnedImage },
): BuildCaches {
  const paths = recipe.buildCaches ?? []
  if (volume === undefined || paths.length === 0) {
    return { restore: async () => {}, keep: async () => {} }
  }
  const key = tagOf([tools, ...paths])
  return {
    async restore(container) {
      if (withoutCache) return
      await container.call(['sh', '-c', restoreScript, 'sh', store, key, ...paths])
    },
    async keep(container) {
      const bounds = [String(limits.megabytes), String(limits.inodes)]
      await container.call(['sh', '-c', keepScript, 'sh', store, key, ...bounds, ...paths])
    },
  }
}
