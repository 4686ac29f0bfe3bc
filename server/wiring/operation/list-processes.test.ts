import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { identifyProcess } from '#kit/process/process-identity.ts'
import { listProcesses } from './list-processes.ts'

test('processes: those that run, those that should, and those that nobody needs yet', async () => {
  const root = await mkdtemp(join(tmpdir(), 'berth-processes-'))
  try {
    const server = join(root, 'providers/postgresql-addon/shared')
    const gone = join(root, 'providers/mariadb-addon/servers/old')
    const group = join(root, 'group')
    for (const folder of [server, gone, group, join(root, 'router')]) {
      await mkdir(folder, { recursive: true })
    }
    const identity = identifyProcess(process.pid)
    await writeFile(join(group, 'memory.current'), '1234\n')
    await writeFile(join(server, 'process.json'), JSON.stringify({ ...identity, groups: [group] }))
    await writeFile(join(gone, 'process.json'), JSON.stringify({ ...identity, startTime: '1' }))
    await writeFile(join(root, 'router/process.json'), JSON.stringify(identity))
    const found = await listProcesses({
      router: join(root, 'router'),
      providers: join(root, 'providers'),
      builtInProviders: async () => [
        { id: 'used', pid: undefined, isNeeded: true },
        { id: 'unused', pid: undefined, isNeeded: false },
      ],
    })
    assert.deepEqual(
      found.map(({ kind, name, state }) => [kind, name, state]),
      [
        ['server', 'server', 'running'],
        ['router', 'router', 'running'],
        ['standby', 'standby', 'idle'],
        ['provider', 'used', 'down'],
        ['provider', 'unused', 'idle'],
        ['database', 'mariadb-addon/servers/old', 'down'],
        ['database', 'postgresql-addon/shared', 'running'],
      ],
    )
    const [own] = found
    assert.ok((own?.memoryBytes ?? 0) > 0 && (own?.startedAt ?? 0) > 0)
    assert.equal(found.at(-1)?.memoryBytes, 1234)
    assert.deepEqual([found[3]?.memoryBytes, found[3]?.startedAt], [null, null])
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
