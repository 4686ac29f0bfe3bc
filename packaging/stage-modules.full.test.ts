import assert from 'node:assert/strict'
import { glob, mkdtempDisposable, open, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { architectures } from './architectures.ts'
import { productionPackages } from './production-packages.ts'
import { stageModules } from './stage-modules.ts'

/** What a header of ELF names them. */
const machines = { x64: 62, arm64: 183 }

for (const { node } of architectures) {
  test(`release: on ${node} the only program for one kind of processor is Node, and it is for that`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-modules-'))
    await stageModules(root, await productionPackages(root, node), folder.path)
    const programs: [string, number][] = []
    for await (const path of glob('node_modules/**', { cwd: folder.path })) {
      const machine = await machineOf(join(folder.path, path))
      if (machine !== undefined && !path.includes('/.bin/')) programs.push([path, machine])
    }
    const own = `node_modules/node-linux-${node}/bin/node`
    assert.deepEqual(programs, [[own, machines[node]]])
    const link = await realpath(join(folder.path, 'node_modules/.bin/node'))
    assert.equal(link, await realpath(join(folder.path, own)))
  })
}

/** The processor that a compiled file is for; `undefined` if it is none. */
async function machineOf(path: string): Promise<number | undefined> {
  await using file = await open(path)
  if (!(await file.stat()).isFile()) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0)
  const isCompiled = bytesRead === 20 && buffer.toString('latin1', 0, 4) === '\x7fELF'
  return isCompiled ? buffer.readUInt16LE(18) : undefined
}
