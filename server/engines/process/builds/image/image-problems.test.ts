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
    /no such base image/,
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
] as const) {
  test(`image advice: "${line.slice(0, 200)}"`, () => assert.match(adviceOn(line), advice))
}
