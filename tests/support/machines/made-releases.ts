import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { architectures } from '#packaging/architectures.ts'
import { packFolder } from '#packaging/archive.ts'
import { depends } from '#packaging/debian/control.ts'
import { writeDebianPackage } from '#packaging/debian/debian-package.ts'
import {
  type ImageBase,
  makeImageBase,
  writeContainerImage,
} from '#packaging/image/container-image.ts'
import { buildDocumentation, buildPrograms, stageRelease } from '#packaging/stage-release.ts'
import { root } from '#tests/laws/source-tree.ts'

/** Packages of Debian that a machine needs for Berth, beside those of every Debian. */
export const neededPackages = depends
  .map((each) => each.replace(/ .*$/, ''))
  .filter((name) => name !== 'libc6')

/** Releases of the checkout for this machine's processor, not compressed. */
export interface MadeReleases extends AsyncDisposable {
  /** Path of a Debian package that says it is this version. */
  debianPackage(version: string): Promise<string>
  archive(version: string): Promise<string>
  /** A container image; all have the same Debian below. */
  image(version: string): Promise<string>
}

export async function openReleases(): Promise<MadeReleases> {
  const architecture = architectures.find(({ node }) => node === process.arch) ?? assert.fail()
  const folder = await mkdtemp(join(tmpdir(), 'berth-releases-'))
  const documentation = join(folder, 'docs')
  await buildPrograms(root)
  await buildDocumentation(root, documentation)

  let base: Promise<ImageBase> | undefined
  const stage = async (version: string) => {
    const scratch = await mkdtemp(join(folder, 'scratch-'))
    const release = join(scratch, 'release')
    const note = { version, commit: version, date: new Date(0).toISOString() }
    await stageRelease(root, { release, note, architecture, documentation })
    // Another router, which takes over from that of the other version.
    await appendFile(join(release, 'server/routers/node/main.ts'), `// ${version}\n`)
    return { scratch, release, note }
  }
  return {
    async debianPackage(version) {
      const { scratch, release } = await stage(version)
      const deb = join(folder, `berth_${version}_${architecture.debian}.deb`)
      const options = { release, version, architecture, date: 0, scratch, level: 'none' } as const
      await writeDebianPackage(deb, options)
      await rm(scratch, { recursive: true })
      return deb
    },
    async archive(version) {
      const { scratch, release } = await stage(version)
      const name = `berth-${version}-linux-${architecture.node}`
      const options = { date: 0, into: name, level: 'none' } as const
      const archive = await packFolder(release, join(folder, name), options)
      await rm(scratch, { recursive: true })
      return archive
    },
    async image(version) {
      base ??= makeImageBase(folder, { architecture, date: 0, level: 'none' })
      const { scratch, release, note } = await stage(version)
      const file = join(folder, `berth-${version}.oci.tar`)
      const options = { release, base: await base, note, architecture, scratch } as const
      await writeContainerImage(file, { ...options, level: 'none' })
      await rm(scratch, { recursive: true })
      return file
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
