import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContainerConfig, packagesLabel } from '#kit/oci/image-layout.ts'
import type { ReadImage } from '#kit/oci/read-image.ts'
import { compareImages } from './compare-images.ts'

function imageOf(packages: string, layers: string[], change: Partial<ContainerConfig> = {}) {
  const config: ContainerConfig = {
    Entrypoint: ['/start'],
    Env: [],
    ExposedPorts: {},
    Healthcheck: { Test: [], Interval: 1, Timeout: 1, StartPeriod: 1 },
    Labels: { [packagesLabel]: packages },
    StopSignal: 'SIGTERM',
    Volumes: {},
    WorkingDir: '/',
    ...change,
  }
  const created = '2026-01-01T00:00:00Z'
  const rootfs = { type: 'layers', diff_ids: layers } as const
  const image: ReadImage = {
    names: ['shop:1'],
    config: { architecture: 'amd64', os: 'linux', created, config, rootfs, history: [] },
    layers: [],
  }
  return image
}

const compare = (one: ReadImage, other: ReadImage) => compareImages('shop.oci.tar', one, other)

test('images: one with other packages of Debian is the same above them, which is said with what has changed', () => {
  const { problems, remarks } = compare(
    imageOf('git=1 nft=1 old=1', ['debian', 'release']),
    imageOf('git=1 nft=2 new=1', ['other', 'release']),
  )
  assert.deepEqual(problems, [])
  assert.equal(remarks.length, 1)
  assert.match(remarks[0] ?? '', /changed: new none and 1, nft 1 and 2, old 1 and none\. All above/)
})

test('images: a difference without other packages, in the release or in what runs is a problem', () => {
  const image = imageOf('git=1', ['debian', 'release'])
  for (const other of [
    imageOf('git=1', ['other', 'release']),
    imageOf('git=2', ['other', 'another']),
    imageOf('git=2', ['other', 'release', 'more']),
    imageOf('git=2', ['other', 'release'], { Entrypoint: ['/other'] }),
  ])
    assert.equal(compare(image, other).problems.length, 1)
})
