import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviser } from '#engines/process/builds/advice.ts'

const adviceOn = (line: string) => {
  const { hear, advice } = adviser({ isInstall: false, environment: {} })
  hear(line)
  return advice().join('\n')
}

const pulling =
  'Error: creating build container: initializing source docker://images.example/base:1:'

for (const [line, advice] of [
  [
    `${pulling} reading manifest 1 in images.example/base: unauthorized: authentication required`,
    /CC_DOCKER_LOGIN_SERVER/,
  ],
  [
    `${pulling} reading manifest 1 in images.example/base: manifest unknown: unknown`,
    /no such image/,
  ],
  [
    `${pulling} pinging container registry images.example: Get "https://images.example/v2/": dial tcp: lookup images.example: no such host`,
    /does not answer/,
  ],
  [
    'Error: building at STEP "COPY app.js ./": checking on sources under "/srv/context": copier: stat: "/app.js": no such file or directory',
    /names a file that is not in the commit/,
  ],
  ['standard_init_linux.go:228: exec user process caused: exec format error', /another processor/],
  [
    'Error: building at STEP "RUN --network=host id": RUN only supports the --mount flag',
    /no other option/,
  ],
  [
    `${pulling} choosing an image from manifest list docker://images.example/base:1: no image found in manifest list for architecture amd64, variant "", OS linux`,
    /for other processors only/,
  ],
  [
    'Error: building at STEP "RUN make all": while running runtime: exit status 127',
    /the image does not have/,
  ],
  ['E: Unable to locate package libpq-dev', /apt-get update && apt-get install/],
  [
    "W: Failed to fetch http://deb.example/InRelease  Temporary failure resolving 'deb.example'",
    /does not reach that host/,
  ],
  ['curl: (7) Failed to connect to 10.0.0.5 port 80: Connection refused', /neither this machine/],
  ['mount: /mnt: Operation not permitted.', /rights over the machine/],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    /rights over the machine/,
  ],
] as const) {
  test(`image advice: "${line.slice(0, 200)}"`, () => assert.match(adviceOn(line), advice))
}
