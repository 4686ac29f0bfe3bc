import { type ContainerConfig, packagesLabel } from '#kit/oci/image-layout.ts'
import type { ReleaseNote } from '#packaging/stage-release.ts'

/** Where things are in the image. */
export const imagePaths = {
  home: '/opt/berth',
  data: '/var/lib/berth',
  cache: '/var/cache/berth',
  start: '/usr/local/lib/berth/start',
  health: '/usr/local/lib/berth/health',
} as const

const second = 1_000_000_000
/** API and console, bridge, Git, visitors. */
const ports = [4000, 4001, 4002, 4080, 4443]

/** How a container is started, ended and asked whether it is well. */
export function containerConfig(
  { version, commit, date }: ReleaseNote,
  packages: readonly string[],
): ContainerConfig {
  const label = (name: string) => `org.opencontainers.image.${name}`
  return {
    Entrypoint: [imagePaths.start],
    Env: [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'LANG=C.UTF-8',
      `BERTH_DATA=${imagePaths.data}`,
      'BERTH_BIND=0.0.0.0',
      'BERTH_CONTAINER=yes',
      `CACHE_DIRECTORY=${imagePaths.cache}`,
    ],
    ExposedPorts: Object.fromEntries(ports.map((port) => [`${port}/tcp`, {}])),
    Healthcheck: {
      Test: ['CMD', imagePaths.health],
      Interval: 30 * second,
      Timeout: 30 * second,
      StartPeriod: 300 * second,
    },
    Labels: {
      [label('title')]: 'Berth',
      [label('description')]: 'Platform as a service that you run yourself',
      [label('version')]: version,
      [label('revision')]: commit,
      [label('created')]: date,
      [label('licenses')]: 'Apache-2.0',
      [packagesLabel]: packages.join(' '),
    },
    StopSignal: 'SIGTERM',
    Volumes: { [imagePaths.data]: {} },
    WorkingDir: '/',
  }
}
