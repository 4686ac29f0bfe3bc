import { packagesLabel } from '#kit/oci/image-layout.ts'
import { type ReadImage, readImage } from '#kit/oci/read-image.ts'

export interface ImageComparison {
  problems: string[]
  /** What could not be compared, and why. */
  remarks: string[]
}

export const isImage = (name: string): boolean => name.endsWith('.oci.tar')

/** Compares the files of two images that are not the same. */
export const compareImageFiles = async (
  name: string,
  file: string,
  rebuilt: string,
): Promise<ImageComparison> => compareImages(name, await readImage(file), await readImage(rebuilt))

/**
 * Compares an image with another build of its commit. Its lowest layer is Debian as it was on the day of the build: where the packages
 * have changed since, this layer can differ, and nothing else may.
 */
export function compareImages(name: string, image: ReadImage, rebuilt: ReadImage): ImageComparison {
  const [packages, others] = [packagesIn(image), packagesIn(rebuilt)]
  const changes = [...new Set([...packages.keys(), ...others.keys()])]
    .sort()
    .filter((each) => packages.get(each) !== others.get(each))
    .map((each) => `${each} ${packages.get(each) ?? 'none'} and ${others.get(each) ?? 'none'}`)
  if (changes.length === 0)
    return { problems: [`${name} differs, with the same packages of Debian.`], remarks: [] }
  if (aboveDebian(image) !== aboveDebian(rebuilt))
    return { problems: [`${name} differs in more than packages of Debian.`], remarks: [] }
  const remark = `${name}: its layer of Debian was not compared, because packages have changed: ${changes.join(', ')}. All above is the same.`
  return { problems: [], remarks: [remark] }
}

function packagesIn({ config }: ReadImage): ReadonlyMap<string, string> {
  const words = (config.config.Labels[packagesLabel] ?? '').split(' ').filter(Boolean)
  return new Map(
    words.map((word) => {
      const at = word.indexOf('=')
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}

/** All that an image says and has, without its lowest layer; layers are known by what is in them. */
function aboveDebian({ names, config }: ReadImage): string {
  const { [packagesLabel]: _, ...labels } = config.config.Labels
  return JSON.stringify([
    names,
    {
      ...config,
      config: { ...config.config, Labels: labels },
      rootfs: { ...config.rootfs, diff_ids: config.rootfs.diff_ids.slice(1) },
    },
  ])
}
