import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

const runtime = createNodeRuntime(packagedCatalogue)
const limits = { memoryMegabytes: 1024, cpus: 1, processes: 200 }

/** Returns the Node version it was compiled for. */
const module = `#include <node_api.h>
#include <node_version.h>

NAPI_MODULE_INIT() {
  napi_value line;
  napi_create_int32(env, NODE_MAJOR_VERSION, &line);
  return line;
}
`

/** A closed port: any download fails at once. */
const nowhere = 'http://127.0.0.1:1/'

const files = (node: string) => ({
  'package.json': {
    name: 'native',
    version: '1.0.0',
    engines: { node },
    scripts: { start: 'node server.js' },
    dependencies: { tiny: 'file:./tiny' },
  },
  'server.js': `const line = require('tiny/build/Release/tiny.node')
console.log('compiled for Node ' + line + ', run by Node ' + process.versions.node.split('.')[0])
setInterval(() => {}, 1000)
`,
  '.npmrc': 'install-links=true\n',
  'tiny/package.json': { name: 'tiny', version: '1.0.0' },
  'tiny/binding.gyp': { targets: [{ target_name: 'tiny', sources: ['tiny.c'] }] },
  'tiny/tiny.c': module,
})

let opened: OpenedEngine
before(async () => {
  const registry = npmRegistry({ environment: process.env })
  opened = await openTestEngine({
    registry: async () => nowhere,
    toolchain: createToolchains({ folder: toolchainCache, registry }),
  })
})
after(() => opened?.[Symbol.asyncDispose]())

describe('native modules: a binding.gyp is compiled with the headers of the toolchain, and nothing is fetched', () => {
  // The npm of the later version warns of unknown settings, so its node-gyp is configured differently.
  for (const [index, line] of [22, 24].entries()) {
    test(`with Node ${line}`, async () => {
      const source = filesSource(files(`${line}`))
      const environment = { NODEJS_ORG_MIRROR: nowhere, npm_config_disturl: nowhere }
      const recipe = await runtime.recipe(source, environment)
      const who = { applicationId: `app_${index}` as const, applicationNumber: index + 1 }
      const deploymentId = `deployment_${index}` as const
      const lines: string[] = []
      const onLine = (text: string) => void lines.push(text)
      const artifact = await opened.engine
        .build(sampleBuild({ ...who, deploymentId, recipe, source, environment, limits, onLine }))
        .catch((error) => assert.fail(`${error}\n${lines.join('\n')}`))
      const instanceId = `instance_${index}`
      await opened.engine.start(sampleStart(artifact, instanceId, {}, { ...who, recipe, limits }))
      await opened.seen.line(instanceId, `compiled for Node ${line}, run by Node ${line}`)
    })
  }
})
