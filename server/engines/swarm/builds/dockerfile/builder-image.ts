import { readFile } from 'node:fs/promises'
import { readScripts } from '#engines/swarm/images/debian-image.ts'
import { installedPackages } from '#engines/swarm/images/debian-packages.ts'
import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { providePackageImage } from '#engines/swarm/images/package-image.ts'
import { containerPaths, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { writeTar } from '#kit/files/tar.ts'
import { enterUserns } from '#kit/process/user-namespace.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'

/** Folders of a builder: volumes, because an overlay cannot lie on an overlay. */
export const builderPaths = {
  /** Images and layers, kept between the builds of an application. */
  storage: '/srv/storage',
  /** Source, temporary files and the finished image. */
  work: '/srv/work',
  enter: `${containerPaths.scripts}/enter-userns.pl`,
} as const

const configuration = {
  'etc/containers/storage.conf': `[storage]
driver = "overlay"
graphroot = "${builderPaths.storage}/images"
runroot = "${builderPaths.work}/run"
`,
  'etc/containers/registries.conf': 'unqualified-search-registries = ["docker.io"]\n',
  'etc/containers/policy.json': '{ "default": [{ "type": "insecureAcceptAnything" }] }\n',
  'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  'etc/group': 'root:x:0:\n',
}

/** The image in which Dockerfiles are built: Buildah of this machine, which needs no daemon. */
export async function provideBuilderImage(parts: SwarmParts): Promise<PinnedImage> {
  const installed = await installedPackages()
  if (!installed.some(({ name }) => name === 'buildah')) {
    throw new Failure('build', 'This platform cannot build Dockerfiles: it has no buildah.', [
      'Ask the operator to install the Debian package buildah on the machine of the server.',
    ])
  }
  const enter = await readFile(enterUserns)
  const texts = { ...(await readScripts()), 'enter-userns.pl': enter }
  const { extraCaCerts } = parts
  const scripts = Object.entries(texts).map(([name, content]) => ({
    path: `${containerPaths.scripts.slice(1)}/${name}`,
    content,
  }))
  const settings = Object.entries(configuration).map(([path, text]) => ({
    path,
    content: Buffer.from(text),
  }))
  return providePackageImage(parts, {
    repository: 'berth/builder',
    packages: ['base-files', 'buildah', 'ca-certificates', 'coreutils', 'dash', 'perl-base'],
    files: writeTar([
      { path: 'tmp/', mode: 0o1777 },
      { path: `${builderPaths.storage.slice(1)}/` },
      { path: `${builderPaths.work.slice(1)}/` },
      ...scripts,
      ...settings,
      ...(extraCaCerts ? [{ path: 'etc/ssl/certs/extra.pem', content: extraCaCerts }] : []),
    ]),
  })
}
