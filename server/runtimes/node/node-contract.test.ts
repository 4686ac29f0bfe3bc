import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { nodeVersions } from '#toolchains/npm/node-versions.ts'
import { createNodeRuntime } from './node-runtime.ts'

runtimeContract({
  create: () => createNodeRuntime({ versions: nodeVersions('x64') }),
  smallest: {
    'package.json': '{"main": "server.js", "dependencies": {"a": "1"}}',
    'package-lock.json': '{"packages": {"": {"dependencies": {"a": "1"}}}}',
    'server.js': '',
  },
  readFiles: ['package.json', 'package-lock.json', '.npmrc', '.gitignore'],
})
