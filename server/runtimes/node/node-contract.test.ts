import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createNodeRuntime } from './node-runtime.ts'

runtimeContract({
  create: () => createNodeRuntime(packagedCatalogue),
  smallest: {
    'package.json': '{"main": "server.js", "dependencies": {"a": "1"}}',
    'package-lock.json': '{"packages": {"": {"dependencies": {"a": "1"}}}}',
    'server.js': '',
  },
  readFiles: [
    'package.json',
    'clevercloud/ssh.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'yarn.lock',
    '.yarnrc.yml',
    'bun.lock',
    'bun.lockb',
    'bunfig.toml',
    '.npmrc',
    '.gitignore',
    'mise.toml',
    'clevercloud/cron.json',
    'clevercloud/node.json',
  ],
})
